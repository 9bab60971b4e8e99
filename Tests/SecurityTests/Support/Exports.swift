// What the tests of the module Security share with the conformance suite.
// SPDX-License-Identifier: Apache-2.0

@_exported public import LatchkeySecurityTestSupport
