// The kinds of requests.
// SPDX-License-Identifier: Apache-2.0

/// What kind a request is of. The raw value is its number on the wire (Documentation/Reference/Formats/Wire.md, section
/// 5), and is never given again.
package enum RequestCode: UInt8, CaseIterable, Sendable {
    case add = 1
    case copy = 2
    case update = 3
    case delete = 4
    case addIdentity = 5
    case copyIdentities = 6
    case updateIdentities = 7
    case deleteIdentities = 8
    case deleteIdentity = 9
    case sealedData = 10
    case accessList = 11
    case create = 12
    case destroy = 13
    case lock = 14
    case unlock = 15
    case changePassword = 16
    case status = 17
    case set = 18
    case examine = 19
    case quarantinedRow = 20
    case restoreRow = 21
    case discardRow = 22
    case identity = 23
    case setAccessList = 24
    case nextQuestion = 25
    case isQuestionOpen = 26
    case answerQuestion = 27
    case addKeyPair = 28
    case makeKey = 29
    case useKey = 30
    case presence = 31
    case evaluate = 32
    case endContext = 33
    case introduction = 34
    case busReport = 35
    case decideOnBus = 36
    case beginBackup = 37
    case beginRestore = 38
    case transfer = 39
    case survey = 40
    case adopt = 41
}

extension Request {
    package var code: RequestCode {
        switch self {
        case .add: .add
        case .copy: .copy
        case .update: .update
        case .delete: .delete
        case .addIdentity: .addIdentity
        case .copyIdentities: .copyIdentities
        case .updateIdentities: .updateIdentities
        case .deleteIdentities: .deleteIdentities
        case .deleteIdentity: .deleteIdentity
        case .addKeyPair: .addKeyPair
        case .makeKey: .makeKey
        case .useKey: .useKey
        case .sealedData: .sealedData
        case .accessList: .accessList
        case .setAccessList: .setAccessList
        case .create: .create
        case .destroy: .destroy
        case .lock: .lock
        case .unlock: .unlock
        case .changePassword: .changePassword
        case .status: .status
        case .set: .set
        case .examine: .examine
        case .quarantinedRow: .quarantinedRow
        case .restoreRow: .restoreRow
        case .discardRow: .discardRow
        case .identity: .identity
        case .introduction: .introduction
        case .nextQuestion: .nextQuestion
        case .isQuestionOpen: .isQuestionOpen
        case .answerQuestion: .answerQuestion
        case .presence: .presence
        case .evaluate: .evaluate
        case .endContext: .endContext
        case .busReport: .busReport
        case .decideOnBus: .decideOnBus
        case .beginBackup: .beginBackup
        case .beginRestore: .beginRestore
        case .transfer: .transfer
        case .survey: .survey
        case .adopt: .adopt
        }
    }

    package var traits: RequestTraits { code.traits }
}
