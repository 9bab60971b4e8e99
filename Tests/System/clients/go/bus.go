// A small client of D-Bus, with Go's own library alone: one connection, one call at a time, little endian.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sort"
	"strconv"
	"strings"
)

// ObjectPath is a type of its own, as in every library for D-Bus.
type ObjectPath string

// Variant is a value with its signature.
type Variant struct {
	Signature string
	Value     any
}

// Failure is an answer that is an error.
type Failure struct{ Name, Text string }

func (failure Failure) Error() string { return failure.Name + ": " + failure.Text }

// Message is what the bus has sent.
type Message struct {
	Kind   byte
	Reply  uint32
	Member string
	Path   ObjectPath
	Body   []any
	Name   string
}

// Bus is a connection to the session bus.
type Bus struct {
	socket net.Conn
	reader *bufio.Reader
	serial uint32
	// Signals is what came while a call waited for its answer.
	Signals []Message
}

const (
	methodCall   = 1
	methodReturn = 2
	errorAnswer  = 3
	signal       = 4
)

func connect() (*Bus, error) {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	path := strings.TrimPrefix(strings.Split(strings.Split(address, ",")[0], ";")[0], "unix:path=")
	if path == address {
		return nil, errors.New("the address of the bus is no path")
	}
	socket, err := net.Dial("unix", path)
	if err != nil {
		return nil, err
	}
	bus := &Bus{socket: socket, reader: bufio.NewReader(socket)}
	user := hex.EncodeToString([]byte(strconv.Itoa(os.Geteuid())))
	if _, err := fmt.Fprintf(socket, "\x00AUTH EXTERNAL %s\r\n", user); err != nil {
		return nil, err
	}
	line, err := bus.reader.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "OK ") {
		return nil, fmt.Errorf("the bus does not know the user: %q, %v", line, err)
	}
	if _, err := io.WriteString(socket, "BEGIN\r\n"); err != nil {
		return nil, err
	}
	_, err = bus.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Hello", "")
	return bus, err
}

func (bus *Bus) close() { bus.socket.Close() }

// Call calls a method, and waits for its answer.
func (bus *Bus) Call(destination string, path ObjectPath, method, signature string, arguments ...any) ([]any, error) {
	bus.serial++
	body := &encoder{}
	rest := signature
	for _, argument := range arguments {
		rest = body.value(rest, argument)
	}
	dot := strings.LastIndex(method, ".")
	fields := []any{
		[]any{byte(1), Variant{"o", path}}, []any{byte(2), Variant{"s", method[:dot]}},
		[]any{byte(3), Variant{"s", method[dot+1:]}}, []any{byte(6), Variant{"s", destination}},
	}
	if signature != "" {
		fields = append(fields, []any{byte(8), Variant{"g", signature}})
	}
	head := &encoder{}
	head.bytes = append(head.bytes, 'l', methodCall, 0, 1)
	head.number(uint32(len(body.bytes)))
	head.number(bus.serial)
	head.value("a(yv)", fields)
	head.align(8)
	if _, err := bus.socket.Write(append(head.bytes, body.bytes...)); err != nil {
		return nil, err
	}
	for {
		message, err := bus.Receive()
		if err != nil {
			return nil, err
		}
		if message.Kind == signal {
			bus.Signals = append(bus.Signals, message)
		} else if message.Reply == bus.serial && message.Kind == errorAnswer {
			failure := Failure{Name: message.Name}
			if len(message.Body) > 0 {
				failure.Text, _ = message.Body[0].(string)
			}
			return nil, failure
		} else if message.Reply == bus.serial {
			return message.Body, nil
		}
	}
}

// Receive reads one message.
func (bus *Bus) Receive() (Message, error) {
	head := make([]byte, 16)
	if _, err := io.ReadFull(bus.reader, head); err != nil {
		return Message{}, err
	}
	if head[0] != 'l' {
		return Message{}, errors.New("the other end is of the other byte order")
	}
	length, fields := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint32(head[12:])
	rest := make([]byte, int((fields+7)&^7)+int(length))
	if _, err := io.ReadFull(bus.reader, rest); err != nil {
		return Message{}, err
	}
	decoder := &decoder{bytes: append(head, rest...), place: 12}
	message := Message{Kind: head[1]}
	signature := ""
	for _, field := range decoder.value("a(yv)").([]any) {
		pair := field.([]any)
		value := pair[1].(Variant).Value
		switch pair[0].(byte) {
		case 1:
			message.Path = value.(ObjectPath)
		case 3:
			message.Member = value.(string)
		case 4:
			message.Name = value.(string)
		case 5:
			message.Reply = value.(uint32)
		case 8:
			signature = value.(string)
		}
	}
	decoder.align(8)
	for signature != "" {
		one := first(signature)
		message.Body = append(message.Body, decoder.value(one))
		signature = signature[len(one):]
	}
	return message, nil
}

// first is the first complete type of a signature.
func first(signature string) string {
	switch signature[0] {
	case 'a':
		return "a" + first(signature[1:])
	case '(', '{':
		depth := 0
		for place, letter := range signature {
			if letter == '(' || letter == '{' {
				depth++
			} else if letter == ')' || letter == '}' {
				depth--
			}
			if depth == 0 {
				return signature[:place+1]
			}
		}
	}
	return signature[:1]
}

func alignment(kind byte) int {
	switch kind {
	case 'y', 'g', 'v':
		return 1
	case 'x', 't', 'd', '(', '{':
		return 8
	}
	return 4
}

type encoder struct{ bytes []byte }

func (e *encoder) align(size int) {
	for len(e.bytes)%size != 0 {
		e.bytes = append(e.bytes, 0)
	}
}

func (e *encoder) number(value uint32) {
	e.align(4)
	e.bytes = binary.LittleEndian.AppendUint32(e.bytes, value)
}

func (e *encoder) text(value string) {
	e.number(uint32(len(value)))
	e.bytes = append(append(e.bytes, value...), 0)
}

// value writes a value of the signature's first type, and gives the rest of the signature.
func (e *encoder) value(signature string, value any) string {
	kind := first(signature)
	switch kind[0] {
	case 'y':
		e.bytes = append(e.bytes, value.(byte))
	case 'b':
		flag := uint32(0)
		if value.(bool) {
			flag = 1
		}
		e.number(flag)
	case 'u':
		e.number(value.(uint32))
	case 's':
		e.text(value.(string))
	case 'o':
		e.text(string(value.(ObjectPath)))
	case 'g':
		text := value.(string)
		e.bytes = append(append(append(e.bytes, byte(len(text))), text...), 0)
	case 'v':
		variant := value.(Variant)
		e.value("g", variant.Signature)
		e.value(variant.Signature, variant.Value)
	case '(':
		e.align(8)
		rest := kind[1 : len(kind)-1]
		for _, member := range value.([]any) {
			rest = e.value(rest, member)
		}
	case 'a':
		e.array(kind[1:], value)
	default:
		panic("no value of the type " + kind)
	}
	return signature[len(kind):]
}

func (e *encoder) array(element string, value any) {
	e.number(0)
	length := len(e.bytes) - 4
	e.align(alignment(element[0]))
	begin := len(e.bytes)
	switch list := value.(type) {
	case []byte:
		e.bytes = append(e.bytes, list...)
	case []ObjectPath:
		for _, path := range list {
			e.value(element, path)
		}
	case []any:
		for _, member := range list {
			e.value(element, member)
		}
	case map[string]string:
		for _, name := range sorted(list) {
			e.align(8)
			e.text(name)
			e.text(list[name])
		}
	case map[string]Variant:
		for name, variant := range list {
			e.align(8)
			e.text(name)
			e.value("v", variant)
		}
	default:
		panic("no array of the type " + element)
	}
	binary.LittleEndian.PutUint32(e.bytes[length:], uint32(len(e.bytes)-begin))
}

func sorted(list map[string]string) []string {
	names := make([]string, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

type decoder struct {
	bytes []byte
	place int
}

func (d *decoder) align(size int) { d.place = (d.place + size - 1) / size * size }

func (d *decoder) number() uint32 {
	d.align(4)
	d.place += 4
	return binary.LittleEndian.Uint32(d.bytes[d.place-4:])
}

func (d *decoder) text(length int) string {
	d.place += length + 1
	return string(d.bytes[d.place-length-1 : d.place-1])
}

func (d *decoder) value(kind string) any {
	switch kind[0] {
	case 'y':
		d.place++
		return d.bytes[d.place-1]
	case 'b':
		return d.number() == 1
	case 'u':
		return d.number()
	case 't':
		d.align(8)
		d.place += 8
		return binary.LittleEndian.Uint64(d.bytes[d.place-8:])
	case 's':
		return d.text(int(d.number()))
	case 'o':
		return ObjectPath(d.text(int(d.number())))
	case 'g':
		d.place++
		return d.text(int(d.bytes[d.place-1]))
	case 'v':
		signature := d.value("g").(string)
		return Variant{signature, d.value(signature)}
	case '(', '{':
		d.align(8)
		members := []any{}
		for rest := kind[1 : len(kind)-1]; rest != ""; {
			one := first(rest)
			members = append(members, d.value(one))
			rest = rest[len(one):]
		}
		return members
	case 'a':
		return d.array(kind[1:])
	}
	panic("no value of the type " + kind)
}

func (d *decoder) array(element string) any {
	length := int(d.number())
	d.align(alignment(element[0]))
	end := d.place + length
	switch element {
	case "y":
		d.place = end
		return append([]byte{}, d.bytes[end-length:end]...)
	case "o":
		paths := []ObjectPath{}
		for d.place < end {
			paths = append(paths, d.value(element).(ObjectPath))
		}
		return paths
	case "{ss}":
		pairs := map[string]string{}
		for d.place < end {
			pair := d.value(element).([]any)
			pairs[pair[0].(string)] = pair[1].(string)
		}
		return pairs
	}
	members := []any{}
	for d.place < end {
		members = append(members, d.value(element))
	}
	return members
}
