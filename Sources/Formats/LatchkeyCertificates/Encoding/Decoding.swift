// Runs what reads foreign bytes, and lifts the failures of the ASN.1 library into the one error.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import SwiftASN1

/// Runs `body`; every failure but a ``KeychainError`` is "bytes could not be decoded". What the library says of it is
/// dropped: it may quote the bytes.
func decoding<R>(_ operation: StaticString, _ body: () throws -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch let error as KeychainError {
        throw error
    } catch {
        throw KeychainError(.decode, during: operation)
    }
}

extension SecretBytes {
    /// Lends the bytes as an array, for a parser that takes no other form, and wipes that array. What `body` returns
    /// must hold no slice of it: the wipe would then be of a copy.
    borrowing func withWipedArray<R>(_ body: ([UInt8]) throws(KeychainError) -> R) throws(KeychainError) -> R {
        var array = unsafe withUnsafeBytes { unsafe [UInt8]($0) }
        defer {
            unsafe array.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
            }
        }
        return try body(array)
    }
}

extension ItemSecret {
    /// A wiped copy of a part of an array.
    convenience init(copying bytes: ArraySlice<UInt8>) {
        self.init(unsafe bytes.span.bytes.withUnsafeBytes { unsafe SecretBytes(copying: $0) })
    }
}

extension ASN1Node {
    /// The octets of a primitive node.
    func primitiveContents(of identifier: ASN1Identifier) throws -> ArraySlice<UInt8> {
        guard self.identifier == identifier, case .primitive(let contents) = content else {
            throw ASN1Error.unexpectedFieldType(self.identifier)
        }
        return contents
    }

    /// The nodes in a constructed node.
    func children(of identifier: ASN1Identifier) throws -> ASN1NodeCollection {
        guard self.identifier == identifier, case .constructed(let nodes) = content else {
            throw ASN1Error.unexpectedFieldType(self.identifier)
        }
        return nodes
    }
}

/// The failure of a structure that lacks a part or has one too many.
func malformed() -> ASN1Error { ASN1Error.invalidASN1Object(reason: "") }

extension ASN1NodeCollection.Iterator {
    /// The next node, which must be there.
    mutating func required() throws -> ASN1Node {
        guard let node = next() else { throw malformed() }
        return node
    }
}
