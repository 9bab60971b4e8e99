// A password of a Rust program, over Debian's core-foundation and security-framework-sys.
// SPDX-License-Identifier: Apache-2.0
//
// usage: client [old-]add|find|update|delete SERVICE ACCOUNT, with a secret on the standard input of add and update
// It prints the result code, and behind it what it found. With old- it calls SecKeychain… instead of SecItem….
use core_foundation::base::{CFType, CFTypeRef, OSStatus, TCFType};
use core_foundation::boolean::CFBoolean;
use core_foundation::data::CFData;
use core_foundation::dictionary::{CFDictionary, CFDictionaryRef};
use core_foundation::string::{CFString, CFStringRef};
use security_framework_sys::base;
use security_framework_sys::item::*;
use std::io::{Read, Write};
use std::os::raw::c_void;
use std::{env, io, process, ptr, slice};

// What the crate has for macOS only.
#[allow(bad_style, dead_code)]
mod keychain {
    include!(concat!(env!("SECURITY_FRAMEWORK_SYS"), "/src/keychain.rs"));
}
#[allow(bad_style, dead_code)]
mod keychain_item {
    include!(concat!(env!("SECURITY_FRAMEWORK_SYS"), "/src/keychain_item.rs"));
}

// What version 0.4 of the crate does not declare.
extern "C" {
    static kSecAttrService: CFStringRef;
    static kSecAttrAccount: CFStringRef;
    static kSecValueData: CFStringRef;
    fn SecItemAdd(attributes: CFDictionaryRef, result: *mut CFTypeRef) -> OSStatus;
    fn SecItemDelete(query: CFDictionaryRef) -> OSStatus;
}

type Pair = (CFString, CFType);

fn pair(key: CFStringRef, value: CFType) -> Pair {
    (unsafe { CFString::wrap_under_get_rule(key) }, value)
}

fn given() -> Vec<u8> {
    let mut secret = Vec::new();
    io::stdin().read_to_end(&mut secret).expect("a secret");
    secret
}

/// The calls of today.
unsafe fn call(verb: &str, service: &str, account: &str) -> (OSStatus, Vec<u8>) {
    let mut query = vec![
        pair(kSecClass, CFString::wrap_under_get_rule(kSecClassGenericPassword).as_CFType()),
        pair(kSecAttrService, CFString::new(service).as_CFType()),
        pair(kSecAttrAccount, CFString::new(account).as_CFType()),
    ];
    let dictionary = |pairs: &[Pair]| CFDictionary::from_CFType_pairs(pairs);
    let secret = |bytes: Vec<u8>| pair(kSecValueData, CFData::from_buffer(&bytes).as_CFType());
    match verb {
        "add" => {
            query.push(secret(given()));
            (SecItemAdd(dictionary(&query).as_concrete_TypeRef(), ptr::null_mut()), vec![])
        }
        "find" => {
            query.push(pair(kSecReturnData, CFBoolean::true_value().as_CFType()));
            let mut found: CFTypeRef = ptr::null();
            let status = SecItemCopyMatching(dictionary(&query).as_concrete_TypeRef(), &mut found);
            if status != 0 {
                return (status, vec![]);
            }
            let found = CFType::wrap_under_create_rule(found);
            (status, found.downcast::<CFData>().expect("data").bytes().to_vec())
        }
        "update" => {
            let change = dictionary(&[secret(given())]);
            let query = dictionary(&query);
            (keychain_item::SecItemUpdate(query.as_concrete_TypeRef(), change.as_concrete_TypeRef()), vec![])
        }
        "delete" => (SecItemDelete(dictionary(&query).as_concrete_TypeRef()), vec![]),
        _ => process::exit(2),
    }
}

/// The calls of older programs for macOS.
unsafe fn call_old(verb: &str, service: &str, account: &str) -> (OSStatus, Vec<u8>) {
    let (name, user) = (service.as_ptr().cast(), account.as_ptr().cast());
    let (name_length, user_length) = (service.len() as u32, account.len() as u32);
    if verb == "add" {
        let secret = given();
        let data: *const c_void = secret.as_ptr().cast();
        return (
            keychain::SecKeychainAddGenericPassword(
                ptr::null_mut(), name_length, name, user_length, user, secret.len() as u32, data, ptr::null_mut(),
            ),
            vec![],
        );
    }
    let (mut length, mut data, mut item) = (0u32, ptr::null_mut::<c_void>(), ptr::null_mut());
    let mut status = keychain::SecKeychainFindGenericPassword(
        ptr::null(), name_length, name, user_length, user, &mut length, &mut data, &mut item,
    );
    if status != 0 {
        return (status, vec![]);
    }
    let found = slice::from_raw_parts(data.cast::<u8>(), length as usize).to_vec();
    keychain_item::SecKeychainItemFreeContent(ptr::null_mut(), data);
    match verb {
        "find" => {}
        "update" => {
            let secret = given();
            status = keychain_item::SecKeychainItemModifyAttributesAndData(
                item, ptr::null(), secret.len() as u32, secret.as_ptr().cast(),
            );
        }
        "delete" => status = keychain_item::SecKeychainItemDelete(item),
        _ => process::exit(2),
    }
    drop(CFType::wrap_under_create_rule(item as CFTypeRef));
    (status, if verb == "find" { found } else { vec![] })
}

fn main() {
    let words: Vec<String> = env::args().collect();
    if words.len() != 4 {
        process::exit(2);
    }
    let (status, found) = match words[1].strip_prefix("old-") {
        Some(verb) => unsafe { call_old(verb, &words[2], &words[3]) },
        None => unsafe { call(&words[1], &words[2], &words[3]) },
    };
    println!("{}", status);
    io::stdout().write_all(&found).expect("a place for what was found");
}
