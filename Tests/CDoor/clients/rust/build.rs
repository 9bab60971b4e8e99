// The client compiles the files that security-framework-sys has for macOS alone, as they are.
// SPDX-License-Identifier: Apache-2.0
fn main() {
    // Only here: under this condition security-framework-sys itself links a framework, and rustc refuses that on another
    // system.
    println!("cargo:rustc-cfg=target_os=\"macos\"");
    println!("cargo:rustc-link-lib=Security");
}
