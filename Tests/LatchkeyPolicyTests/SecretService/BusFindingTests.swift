// Whether a search looks at the items of a group at all.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import Testing

@Suite struct BusFindingTests {
    private let bus: BusFixture
    private let twoAttributes = SearchAttributes.of("service=a", "user=b")

    init() throws { bus = try BusFixture() }

    @Test func `it looks where something could be found, and is no search that has named an item`() {
        let program = bus.program("/usr/bin/gh")
        #expect(bus.policy.mayFind(program.group, program, searching: .none))
        #expect(!bus.policy.mayFind(.imported, program, searching: .of("service=a")))
        #expect(bus.policy.mayFind(.imported, program, searching: twoAttributes))
        #expect(bus.access(program, .imported) == .hidden)
        #expect(!bus.policy.mayFind(BusFixture.group("/usr/bin/glab"), program, searching: twoAttributes))
        #expect(!bus.policy.mayFind(AccessGroup(rawValue: "ABCDE12345.app"), program, searching: twoAttributes))
        #expect(!bus.policy.mayFind(.imported, bus.contained, searching: twoAttributes))
    }
}
