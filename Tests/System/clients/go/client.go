// Keeps passwords as Go's most used package for it does: plain sessions, the very paths, and nothing but what it expects.
// SPDX-License-Identifier: Apache-2.0
//
// usage: client set|get|delete|delete-all|users SERVICE [USER]     a password comes from the standard input
// What it finds is printed; 3 is the status of what is not there, and 2 that of a panic.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	service  = "org.freedesktop.secrets"
	root     = ObjectPath("/org/freedesktop/secrets")
	login    = ObjectPath("/org/freedesktop/secrets/collection/login")
	alias    = ObjectPath("/org/freedesktop/secrets/aliases/default")
	prefix   = "org.freedesktop.Secret."
	getOne   = "org.freedesktop.DBus.Properties.Get"
	nothing  = ObjectPath("/")
	notFound = 3
)

var errNotFound = errors.New("secret not found in keyring")

// Store is the service, with a session.
type Store struct {
	bus     *Bus
	session ObjectPath
}

func open() (*Store, error) {
	bus, err := connect()
	if err != nil {
		return nil, err
	}
	answer, err := bus.Call(service, root, prefix+"Service.OpenSession", "sv", "plain", Variant{"s", ""})
	if err != nil {
		return nil, err
	}
	return &Store{bus, answer[1].(ObjectPath)}, nil
}

func (store *Store) close() {
	store.bus.Call(service, store.session, prefix+"Session.Close", "")
	store.bus.close()
}

// collection is the path of `login` if it is listed, else the alias.
func (store *Store) collection() (ObjectPath, error) {
	answer, err := store.bus.Call(service, root, getOne, "ss", prefix+"Service", "Collections")
	if err != nil {
		return "", err
	}
	// Another type, also of an empty list, is a panic.
	for _, path := range answer[0].(Variant).Value.([]ObjectPath) {
		if path == login {
			return login, nil
		}
	}
	return alias, nil
}

// prompt shows a prompt. The first signal that comes is its answer.
func (store *Store) prompt(path ObjectPath) (bool, Variant, error) {
	rule := fmt.Sprintf("type='signal',path='%s',interface='%sPrompt'", path, prefix)
	if _, err := store.bus.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.AddMatch", "s", rule); err != nil {
		return false, Variant{}, err
	}
	store.bus.Signals = nil
	if _, err := store.bus.Call(service, path, prefix+"Prompt.Prompt", "s", ""); err != nil {
		return false, Variant{}, err
	}
	var message Message
	for {
		if len(store.bus.Signals) > 0 {
			message = store.bus.Signals[0]
			break
		}
		received, err := store.bus.Receive()
		if err != nil {
			return false, Variant{}, err
		}
		if received.Kind == signal {
			message = received
			break
		}
	}
	return !message.Body[0].(bool), message.Body[1].(Variant), nil
}

func (store *Store) unlock(path ObjectPath) error {
	answer, err := store.bus.Call(service, root, prefix+"Service.Unlock", "ao", []ObjectPath{path})
	if err != nil {
		return err
	}
	unlocked, prompt := answer[0].([]ObjectPath), answer[1].(ObjectPath)
	if prompt != nothing {
		done, result, err := store.prompt(prompt)
		if err != nil {
			return err
		}
		unlocked = result.Value.([]ObjectPath)
		if !done {
			return errors.New("failed to unlock: dismissed")
		}
	}
	if len(unlocked) != 1 || (path != alias && unlocked[0] != path) {
		return fmt.Errorf("failed to unlock correct collection '%v': %v", path, unlocked)
	}
	return nil
}

func (store *Store) search(attributes map[string]string) (ObjectPath, []ObjectPath, error) {
	collection, err := store.collection()
	if err != nil {
		return "", nil, err
	}
	if err := store.unlock(collection); err != nil {
		return "", nil, err
	}
	answer, err := store.bus.Call(service, collection, prefix+"Collection.SearchItems", "a{ss}", attributes)
	if err != nil {
		return "", nil, err
	}
	return collection, answer[0].([]ObjectPath), nil
}

func (store *Store) find(name, user string) (ObjectPath, error) {
	_, items, err := store.search(map[string]string{"username": user, "service": name})
	if err != nil {
		return "", err
	}
	if len(items) == 0 {
		return "", errNotFound
	}
	return items[0], nil
}

func (store *Store) set(name, user string, password []byte) error {
	collection, err := store.collection()
	if err != nil {
		return err
	}
	if err := store.unlock(collection); err != nil {
		return err
	}
	secret := []any{store.session, []byte{}, password, "text/plain; charset=utf8"}
	properties := map[string]Variant{
		prefix + "Item.Label":      {"s", fmt.Sprintf("Password for '%s' on '%s'", user, name)},
		prefix + "Item.Attributes": {"a{ss}", map[string]string{"username": user, "service": name}},
	}
	answer, err := store.bus.Call(service, collection, prefix+"Collection.CreateItem", "a{sv}(oayays)b", properties, secret, true)
	if err != nil {
		return err
	}
	if prompt := answer[1].(ObjectPath); prompt != nothing {
		if done, _, err := store.prompt(prompt); err != nil || !done {
			return errors.New("the prompt of an item was dismissed")
		}
	}
	return nil
}

func (store *Store) get(name, user string) ([]byte, error) {
	item, err := store.find(name, user)
	if err != nil {
		return nil, err
	}
	if err := store.unlock(item); err != nil {
		return nil, err
	}
	answer, err := store.bus.Call(service, item, prefix+"Item.GetSecret", "o", store.session)
	if err != nil {
		return nil, err
	}
	return answer[0].([]any)[2].([]byte), nil
}

func (store *Store) delete(item ObjectPath) error {
	answer, err := store.bus.Call(service, item, prefix+"Item.Delete", "")
	if err != nil {
		return err
	}
	if prompt := answer[0].(ObjectPath); prompt != nothing {
		_, _, err = store.prompt(prompt)
	}
	return err
}

func (store *Store) deleteAll(name string) error {
	// Without a name everything would be meant.
	if name == "" {
		return errNotFound
	}
	_, items, err := store.search(map[string]string{"service": name})
	for _, item := range items {
		if err := store.delete(item); err != nil {
			return err
		}
	}
	return err
}

func (store *Store) users(name string) ([]string, error) {
	_, items, err := store.search(map[string]string{"service": name})
	users := []string{}
	for _, item := range items {
		answer, err := store.bus.Call(service, item, getOne, "ss", prefix+"Item", "Attributes")
		if err != nil {
			return nil, err
		}
		users = append(users, answer[0].(Variant).Value.(map[string]string)["username"])
	}
	return users, err
}

func run(verb, name, user string) error {
	store, err := open()
	if err != nil {
		return err
	}
	defer store.close()
	switch verb {
	case "set":
		password, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		return store.set(name, user, password)
	case "get":
		password, err := store.get(name, user)
		os.Stdout.Write(password)
		return err
	case "delete":
		item, err := store.find(name, user)
		if err != nil {
			return err
		}
		return store.delete(item)
	case "delete-all":
		return store.deleteAll(name)
	case "users":
		users, err := store.users(name)
		for _, user := range users {
			fmt.Println(user)
		}
		return err
	}
	return errors.New("no such command")
}

func main() {
	user := ""
	if len(os.Args) > 3 {
		user = os.Args[3]
	}
	err := run(os.Args[1], os.Args[2], user)
	if errors.Is(err, errNotFound) {
		os.Exit(notFound)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
