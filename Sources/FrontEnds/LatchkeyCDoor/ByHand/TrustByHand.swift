// Calls about trust that no rule writes: with blocks, and with a result that the object keeps.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Dispatch
import Foundation
import Security

/// A certificate of the chain, which the trust object keeps as long as it lives: the caller does not own it.
@unsafe
@_cdecl("SecTrustGetCertificateAtIndex")
public func callSecTrustGetCertificateAtIndex(_ trust: UnsafeRawPointer?, _ place: Int) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let box = unsafe trust, let trust = unsafe Incoming.object(SecTrust.self, trust),
        let certificate = unsafe Outgoing.pointer(SecTrustGetCertificateAtIndex(trust, place))
    else { return nil }
    return unsafe latchkey_box_keep(box, certificate)
}

/// Evaluated on a queue of this library's libdispatch; the block is called on the program's queue, if there is one.
@unsafe
@_cdecl("SecTrustEvaluateAsync")
public func callSecTrustEvaluateAsync(
    _ trust: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ result: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    let isNone = unsafe queue == nil
    let queue = unsafe CallersQueue(queue)
    guard let box = unsafe CallersObject(trust), let trust = unsafe Incoming.object(SecTrust.self, trust),
        let block = unsafe CallersBlock(result), isNone || queue != nil
    else { return errSecParam }
    return SecTrustEvaluateAsync(trust, nil) { _, result in
        deliver(on: queue) {
            unsafe box.lend { box in unsafe block.call { unsafe latchkey_block_call_result($0, box, result.rawValue) } }
        }
    }
}

@unsafe
@_cdecl("SecTrustEvaluateAsyncWithError")
public func callSecTrustEvaluateAsyncWithError(
    _ trust: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ result: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let box = unsafe CallersObject(trust), let trust = unsafe Incoming.object(SecTrust.self, trust),
        let queue = unsafe CallersQueue(queue), let block = unsafe CallersBlock(result)
    else { return errSecParam }
    return SecTrustEvaluateAsyncWithError(trust, .global()) { _, isTrusted, error in
        deliver(on: queue) {
            unsafe box.lend { box in
                unsafe Outgoing.lend(error) { error in
                    unsafe block.call { unsafe latchkey_block_call_verdict($0, box, isTrusted, error) }
                }
            }
        }
    }
}

private func deliver(on queue: CallersQueue?, _ body: @escaping @Sendable () -> Void) {
    guard let queue else { return body() }
    queue.async(body)
}
