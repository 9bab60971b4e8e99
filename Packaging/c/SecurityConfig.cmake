# What find_package(Security) finds: the target Security::Security, which is libSecurity with its headers.
# SPDX-License-Identifier: Apache-2.0
if(TARGET Security::Security)
    return()
endif()

# The folders are found from the place of this file, so the tree may be moved.
get_filename_component(Security_LIBRARY_DIR "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(Security_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/@UP@/include/latchkey" ABSOLUTE)
foreach(Security_file "${Security_LIBRARY_DIR}/libSecurity.so.0" "${Security_INCLUDE_DIR}/Security/Security.h")
    if(NOT EXISTS "${Security_file}")
        set(Security_FOUND FALSE)
        set(Security_NOT_FOUND_MESSAGE "${Security_file} is missing; install libsecurity-latchkey-dev again")
        return()
    endif()
endforeach()

add_library(Security::Security SHARED IMPORTED)
# Constant strings of clang are laid out as in libSecurity: see <CoreFoundation/CFString.h>.
set(Security_clang "$<OR:$<COMPILE_LANG_AND_ID:C,Clang>,$<COMPILE_LANG_AND_ID:CXX,Clang>>")
set_target_properties(Security::Security PROPERTIES
    IMPORTED_LOCATION "${Security_LIBRARY_DIR}/libSecurity.so.0"
    IMPORTED_SONAME libSecurity.so.0
    INTERFACE_INCLUDE_DIRECTORIES "${Security_INCLUDE_DIR}"
    INTERFACE_COMPILE_OPTIONS "$<${Security_clang}:-fcf-runtime-abi=swift>"
    INTERFACE_COMPILE_DEFINITIONS "$<${Security_clang}:LATCHKEY_CONSTANT_CFSTR>"
)
unset(Security_clang)
unset(Security_file)
