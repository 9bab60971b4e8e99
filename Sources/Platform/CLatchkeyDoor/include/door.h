// Objects of the Security module as objects of Core Foundation.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether calls are served. False if another Core Foundation was loaded first: then no call looks at an object.
extern const bool latchkey_serves;

/// The classes that have a type of Core Foundation, in the order of their types.
enum latchkey_kind {
    latchkey_access, latchkey_access_control, latchkey_certificate, latchkey_decoder, latchkey_encoder, latchkey_identity,
    latchkey_key, latchkey_keychain, latchkey_keychain_item, latchkey_policy, latchkey_task, latchkey_trust, latchkey_kinds
};

/// A box with an object of Swift, which it releases in the end. The caller owns it. NULL if there is no memory.
const void *_Nullable latchkey_box_create(enum latchkey_kind kind, const void *_Nonnull object);
/// The object in a box, which the box keeps; NULL for anything else than a box, and for one that was released for good.
const void *_Nullable latchkey_box_object(const void *_Nonnull box);
/// The type identifier of the boxes of a kind.
uintptr_t latchkey_box_type(enum latchkey_kind kind);
/// Keeps a box as long as another, which takes over the reference. Of two boxes with one object the first is kept.
/// Returns the one that is kept.
const void *_Nonnull latchkey_box_keep(const void *_Nonnull box, const void *_Nonnull kept);

/// What stands in a dictionary or an array, and in those in it. A box that was released for good is as NULL.
enum latchkey_contents { latchkey_plain = 0, latchkey_boxes = 1, latchkey_nulls = 2, latchkey_too_deep = 4 };
/// Nothing is looked at but dictionaries and arrays. More than half a million elements in those that are in others are
/// too deep.
int latchkey_contents_of(const void *_Nonnull object);

/// An error of the OSStatus domain with a text. The caller owns it.
const void *_Nullable latchkey_error_create(int32_t status, const void *_Nullable text);

enum latchkey_form { latchkey_other, latchkey_array, latchkey_dictionary };
enum latchkey_form latchkey_form_of(const void *_Nonnull object);

/// A new array of Core Foundation, which the caller owns. NULL if there is no memory.
const void *_Nullable latchkey_array_create(void);
/// Adds an object, which the array keeps.
void latchkey_array_append(const void *_Nonnull array, const void *_Nonnull object);
/// A new dictionary of Core Foundation, which the caller owns. NULL if there is no memory.
const void *_Nullable latchkey_dictionary_create(void);
/// Sets an entry, which the dictionary keeps.
void latchkey_dictionary_set(const void *_Nonnull dictionary, const void *_Nonnull key, const void *_Nonnull value);

/// Turns the kinds of authentication in a SecKeychainAttributeList round, in place. NULL is no list.
void latchkey_attributes_turn(void *_Nullable list);
/// A copy of a list with its kinds of authentication turned round, to be freed; NULL if there are none.
void *_Nullable latchkey_attributes_turned(const void *_Nullable list);

/// Takes part in owning a queue of a program. False if no libdispatch is loaded: then it is none.
bool latchkey_queue_retain(const void *_Nonnull queue);
void latchkey_queue_release(const void *_Nonnull queue);
void latchkey_queue_async(const void *_Nonnull queue, void *_Nullable context, void (*_Nonnull work)(void *_Nullable));

/// A block of a program, kept until it is released. NULL if there is no memory.
void *_Nullable latchkey_block_copy(const void *_Nonnull block);
void latchkey_block_release(void *_Nonnull block);
void latchkey_block_call_result(void *_Nonnull block, const void *_Nullable trust, uint32_t result);
void latchkey_block_call_verdict(void *_Nonnull block, const void *_Nullable trust, bool is_trusted, const void *_Nullable error);
void latchkey_block_call_error(void *_Nonnull block, const void *_Nullable error);
void latchkey_block_call_list(void *_Nonnull block, const void *_Nullable list, const void *_Nullable error);
