// What the keychain takes this program for, as a task with entitlements.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
package import LatchkeyModel
import LatchkeyPlatform

/// A program, by what the keychain knows of it (`security whoami`).
public final class SecTask: Sendable {
    private let report: IdentityReport

    package init(_ report: IdentityReport) { self.report = report }

    /// The value of an entitlement, or nil for one that the program does not have.
    package func value(of entitlement: String) -> AnyObject? {
        switch entitlement {
        case "application-identifier", "com.apple.application-identifier":
            return report.applicationIdentifier.map { NSString(string: $0) }
        case "keychain-access-groups":
            guard !report.accessGroups.isEmpty else { return nil }
            // No entitlement gives the group of the bus.
            return NSArray(array: report.accessGroups.withoutBus.map { NSString(string: $0.rawValue) })
        case "com.apple.developer.team-identifier": return team.map { NSString(string: $0) }
        default: return nil
        }
    }

    private var team: String? {
        switch report.origin {
        case .signature(let team, _, _), .script(let team, _, _, _): team
        case .path, .tool, .service, .snap, .flatpak, .embedded, nil: nil
        }
    }

    /// Whether it has a signature that the keychain takes: the flags `CS_VALID` and `CS_SIGNED` of Apple's systems.
    package var codeSignStatus: UInt32 {
        switch report.origin {
        case .signature, .script: 0x2000_0001
        case .path, .tool, .service, .snap, .flatpak, .embedded, nil: 0
        }
    }

    /// The identifier of its signature.
    package var signingIdentifier: String? {
        switch report.origin {
        case .signature(_, let identifier, _), .script(_, let identifier, _, _): identifier
        case .path, .tool, .service, .snap, .flatpak, .embedded, nil: nil
        }
    }
}

extension SecTask: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of tasks.
public func SecTaskGetTypeID() -> CFTypeID { SecTask._cfTypeID }

/// This program as a task.
///
/// - Parameter allocator: Not looked at.
/// - Returns: nil if the keychain cannot be asked, or refuses the program.
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? {
    guard let report = try? KeychainClient.shared.identity(), report.refusal == nil else { return nil }
    return SecTask(report)
}

/// The program of an audit token, which is nobody but this program: of others nothing is said here.
///
/// - Parameters:
///   - allocator: Not looked at.
///   - token: A token, of which the number of the process is looked at.
/// - Returns: nil for another process, and as ``SecTaskCreateFromSelf(_:)``.
public func SecTaskCreateWithAuditToken(_ allocator: CFAllocator?, _ token: audit_token_t) -> SecTask? {
    let own = UInt32(bitPattern: ProcessInfo.processInfo.processIdentifier)
    return token.val.5 == own ? SecTaskCreateFromSelf(allocator) : nil
}

/// Whether a program is signed.
///
/// - Parameter task: From ``SecTaskCreateFromSelf(_:)``.
/// - Returns: 0 for a program without a signature; 0x20000001 for one whose signature the keychain takes, which are
///   `CS_VALID` and `CS_SIGNED` of Apple's systems.
public func SecTaskGetCodeSignStatus(_ task: SecTask) -> UInt32 { task.codeSignStatus }

/// The value of an entitlement.
///
/// - Parameters:
///   - task: From ``SecTaskCreateFromSelf(_:)``.
///   - entitlement: `keychain-access-groups`, an array of text; `application-identifier`,
///     `com.apple.application-identifier` and `com.apple.developer.team-identifier`, text. The keychain looks at no
///     others.
///   - error: Left as it is: that there is no such entitlement is no error.
/// - Returns: nil if the program does not have it.
public func SecTaskCopyValueForEntitlement(
    _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
    task.value(of: entitlement as String)
}

/// The values of several entitlements, as ``SecTaskCopyValueForEntitlement(_:_:_:)`` gives them.
///
/// - Parameters:
///   - task: From ``SecTaskCreateFromSelf(_:)``.
///   - entitlements: Their names.
///   - error: Left as it is.
/// - Returns: a dictionary of those that the program has.
public func SecTaskCopyValuesForEntitlements(
    _ task: SecTask, _ entitlements: CFArray, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    let values = NSMutableDictionary()
    for case let name as NSString in _cfElements(of: entitlements) {
        if let value = task.value(of: name as String) { values[name] = value }
    }
    return values
}

/// The identifier of the signature of a program.
///
/// - Parameters:
///   - task: From ``SecTaskCreateFromSelf(_:)``.
///   - error: Left as it is.
/// - Returns: nil for a program without a signature.
public func SecTaskCopySigningIdentifier(
    _ task: SecTask, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    task.signingIdentifier.map { NSString(string: $0) }
}
