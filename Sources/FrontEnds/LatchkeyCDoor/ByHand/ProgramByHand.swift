// Calls about programs that no rule writes: with blocks, and with a token by value.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecAddSharedWebCredential")
public func callSecAddSharedWebCredential(
    _ name: UnsafeRawPointer?, _ account: UnsafeRawPointer?, _ password: UnsafeRawPointer?, _ handler: UnsafeRawPointer?
) {
    guard latchkey_serves else { return }
    guard let block = unsafe CallersBlock(handler) else { return }
    let name = unsafe Incoming.object(CFString.self, name) ?? ""
    let account = unsafe Incoming.object(CFString.self, account) ?? ""
    SecAddSharedWebCredential(name, account, unsafe Incoming.object(CFString.self, password)) { error in
        unsafe Outgoing.lend(error) { error in
            unsafe block.call { unsafe latchkey_block_call_error($0, error) }
        }
    }
}

@unsafe
@_cdecl("SecRequestSharedWebCredential")
public func callSecRequestSharedWebCredential(
    _ name: UnsafeRawPointer?, _ account: UnsafeRawPointer?, _ handler: UnsafeRawPointer?
) {
    guard latchkey_serves else { return }
    guard let block = unsafe CallersBlock(handler) else { return }
    SecRequestSharedWebCredential(
        unsafe Incoming.object(CFString.self, name), unsafe Incoming.object(CFString.self, account)
    ) { list, error in
        unsafe Outgoing.lend(list) { list in
            unsafe Outgoing.lend(error) { error in
                unsafe block.call { unsafe latchkey_block_call_list($0, list, error) }
            }
        }
    }
}

/// A token is eight numbers, which C passes as a copy in memory.
@unsafe
@_cdecl("latchkey_task_create")
public func taskCreate(_ token: UnsafePointer<UInt32>) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    var own = audit_token_t()
    own.val = unsafe (token[0], token[1], token[2], token[3], token[4], token[5], token[6], token[7])
    return unsafe Outgoing.pointer(SecTaskCreateWithAuditToken(nil, own))
}
