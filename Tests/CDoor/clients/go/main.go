// A password of a Go program, by cgo, in the way of Go's packages for macOS: a reference is a number, any of them
// becomes a CFTypeRef by a conversion, and none is 0.
// SPDX-License-Identifier: Apache-2.0
//
// usage: client add|find|update|delete SERVICE ACCOUNT, with a secret on the standard input of add and update
// It prints the result code, and behind it what it found.
package main

/*
#cgo CFLAGS: -DLATCHKEY_CGO
#cgo LDFLAGS: -lSecurity
#include <Security/Security.h>
*/
import "C"

import (
	"fmt"
	"io"
	"os"
	"unsafe"
)

func pointer(value []byte) *C.UInt8 {
	if len(value) == 0 {
		return nil
	}
	return (*C.UInt8)(unsafe.Pointer(&value[0]))
}

func text(value string) C.CFStringRef {
	raw := []byte(value)
	return C.CFStringCreateWithBytes(C.kCFAllocatorDefault, pointer(raw), C.CFIndex(len(raw)), C.kCFStringEncodingUTF8, 0)
}

func bytes(value []byte) C.CFDataRef {
	return C.CFDataCreate(C.kCFAllocatorDefault, pointer(value), C.CFIndex(len(value)))
}

func dictionary(pairs map[C.CFTypeRef]C.CFTypeRef) C.CFDictionaryRef {
	var keys, values []C.CFTypeRef
	for key, value := range pairs {
		keys = append(keys, key)
		values = append(values, value)
	}
	return C.CFDictionaryCreate(C.kCFAllocatorDefault, (*unsafe.Pointer)(unsafe.Pointer(&keys[0])),
		(*unsafe.Pointer)(unsafe.Pointer(&values[0])), C.CFIndex(len(keys)), &C.kCFTypeDictionaryKeyCallBacks,
		&C.kCFTypeDictionaryValueCallBacks)
}

func given() C.CFTypeRef {
	secret, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	return C.CFTypeRef(bytes(secret))
}

func main() {
	if len(os.Args) != 4 {
		os.Exit(2)
	}
	service, account := text(os.Args[2]), text(os.Args[3])
	defer C.CFRelease(C.CFTypeRef(service))
	defer C.CFRelease(C.CFTypeRef(account))
	query := map[C.CFTypeRef]C.CFTypeRef{
		C.CFTypeRef(C.kSecClass):       C.CFTypeRef(C.kSecClassGenericPassword),
		C.CFTypeRef(C.kSecAttrService): C.CFTypeRef(service),
		C.CFTypeRef(C.kSecAttrAccount): C.CFTypeRef(account),
	}

	var status C.OSStatus = C.errSecParam
	var found []byte
	switch os.Args[1] {
	case "add":
		query[C.CFTypeRef(C.kSecValueData)] = given()
		status = C.SecItemAdd(dictionary(query), nil)
	case "find":
		query[C.CFTypeRef(C.kSecReturnData)] = C.CFTypeRef(C.kCFBooleanTrue)
		var result C.CFTypeRef
		status = C.SecItemCopyMatching(dictionary(query), &result)
		if result != 0 && C.CFGetTypeID(result) == C.CFDataGetTypeID() {
			data := C.CFDataRef(result)
			found = C.GoBytes(unsafe.Pointer(C.CFDataGetBytePtr(data)), C.int(C.CFDataGetLength(data)))
			C.CFRelease(result)
		}
	case "update":
		status = C.SecItemUpdate(dictionary(query), dictionary(map[C.CFTypeRef]C.CFTypeRef{
			C.CFTypeRef(C.kSecValueData): given(),
		}))
	case "delete":
		status = C.SecItemDelete(dictionary(query))
	}
	fmt.Printf("%d\n%s", status, found)
}
