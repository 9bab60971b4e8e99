// The module `Security`: Apple's Keychain Services, with the Core Foundation names they are written in.
// SPDX-License-Identifier: Apache-2.0

@_exported public import LatchkeyCFTypes
