// The identity of a team, read from its PKCS#12 file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature
import LatchkeyTooling
import LatchkeyTrust

enum SigningIdentity {
    /// Asks for the password if an empty one does not open the file.
    static func read(_ path: String, passwordFile: String?) throws(CodesignFailure) -> CodeSigner {
        let bytes: [UInt8]
        do {
            bytes = try OpenedFile.contents(of: path, atMost: PKCS12Identity.largestSize)
        } catch {
            throw .message("\(path): \(error.message)")
        }
        do {
            return try signer(identity(bytes, path, passwordFile))
        } catch let error as PKCS12Failure {
            throw .message("\(path): \(error.message)")
        } catch let error as CodesignFailure {
            throw error
        } catch {
            throw .message("\(path): the identity cannot be read")
        }
    }

    private static func identity(_ bytes: [UInt8], _ path: String, _ passwordFile: String?) throws -> PKCS12Identity {
        if let passwordFile {
            guard let password = try? PasswordFile.read(path: passwordFile) else {
                throw CodesignFailure.message("\(passwordFile): the password file cannot be read")
            }
            return try PKCS12Identity(reading: bytes, password: password)
        }
        do throws(PKCS12Failure) {
            return try PKCS12Identity(reading: bytes, password: ItemSecret(copying: []))
        } catch {
            guard error == .wrongPassword else { throw error }
        }
        let password: ItemSecret
        do {
            password = try TerminalPrompt.askPassword("password of \(path): ")
        } catch .aborted {
            throw CodesignFailure.message("no password was given")
        } catch {
            throw CodesignFailure.message("there is no terminal to ask for the password on; use --password-file")
        }
        return try PKCS12Identity(reading: bytes, password: password)
    }

    private static func signer(_ identity: PKCS12Identity) throws(CodesignFailure) -> CodeSigner {
        let certificates = chain(identity.certificates)
        let signer: CodeSigner
        do throws(CodeSigner.Refusal) {
            signer = try CodeSigner(certificates: certificates) { bytes throws(CodeSigner.Refusal) in
                do {
                    return try identity.key.signature(over: bytes)
                } catch {
                    throw .wrongKey
                }
            }
        } catch {
            throw .message(error.message)
        }
        switch TrustEvaluator.checkUse(of: certificates[0], for: CertificateUse(.teamCode), at: Today.seconds) {
        case .trusted: return signer
        case .untrusted(let problem): throw .signature(.certificate(problem))
        }
    }

    /// The first, and those that lead from it to a root, by name; the root itself is left out.
    private static func chain(_ certificates: [Certificate]) -> [Certificate] {
        var chain = Array(certificates.prefix(1))
        while let last = chain.last, chain.count < SignedMessage.mostCertificates,
            let next = certificates.first(where: { $0.subject.contents == last.issuer.contents }),
            next.subject.contents != next.issuer.contents, !chain.contains(next)
        {
            chain.append(next)
        }
        return chain
    }
}

extension CodeSigner.Refusal {
    var message: String {
        switch self {
        case .noTeam:
            "the certificate has no team: its one organizational unit (OU) must have ten characters, A-Z and 0-9"
        case .keyKind:
            "a key of this kind does not make the same signature twice; use RSA or Ed25519 (`latchkey team create`)"
        case .tooLong: "the certificates are too long"
        case .wrongKey: "the private key does not sign for its certificate"
        }
    }
}
