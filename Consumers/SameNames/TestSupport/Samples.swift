// What the tests of a program share.
// SPDX-License-Identifier: Apache-2.0

public enum Samples {
    public static let account = "nobody"
}
