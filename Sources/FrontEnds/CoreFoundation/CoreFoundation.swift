// The module `CoreFoundation`, which is the module `LatchkeyCFTypes` under the name that Apple code imports.
// SPDX-License-Identifier: Apache-2.0

@_exported public import LatchkeyCFTypes
