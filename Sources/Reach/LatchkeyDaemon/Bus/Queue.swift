// What waits, in its order.
// SPDX-License-Identifier: Apache-2.0

struct Queue<Element> {
    private var elements: [Element?] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func prepend(_ element: Element) {
        if start > 0 {
            start -= 1
            elements[start] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func popFirst() -> Element? {
        guard start < elements.count, let first = elements[start].take() else { return nil }
        start += 1
        // What was taken takes no more than what is left.
        if start > elements.count / 2 {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }
}
