// The module `CoreFoundation`, which is the module `CFTypes` under the name that Apple code imports.
// SPDX-License-Identifier: Apache-2.0

@_exported public import CFTypes
