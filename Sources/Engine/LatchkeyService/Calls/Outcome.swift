// What a part of a call came to.
// SPDX-License-Identifier: Apache-2.0

/// A result, or what is missing for one. Nothing was changed and nothing is given out until that is there: the call is
/// done anew then.
enum Outcome<Result> {
    case done(Result)
    case needs(Need)

    var isDone: Bool {
        switch self {
        case .done: true
        case .needs: false
        }
    }

    /// The same with another result.
    func map<Other>(_ body: (Result) -> Other) -> Outcome<Other> {
        switch self {
        case .done(let result): .done(body(result))
        case .needs(let need): .needs(need)
        }
    }
}

extension Outcome: Sendable where Result: Sendable {}
