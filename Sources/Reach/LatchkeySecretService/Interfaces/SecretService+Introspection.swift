// What objects say of themselves.
// SPDX-License-Identifier: Apache-2.0

extension SecretService {
    /// The items of a collection are left out: there can be very many.
    func introspection(of path: ObjectPath) -> String {
        var lines = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            "\"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">",
            "<node>",
        ]
        for interface in ServiceInterface.interfaces(of: path) { lines += interface.lines }
        lines += children(of: path).map { "  <node name=\"\($0)\"/>" }
        return (lines + ["</node>", ""]).joined(separator: "\n")
    }

    private func children(of path: ObjectPath) -> [String] {
        switch path {
        case .folder(.root): ["org"]
        case .folder(.org): ["freedesktop"]
        case .folder(.freedesktop): ["secrets"]
        case .service: ["collection", "aliases"]
        case .folder(.collections): table.names.map(\.identifier)
        case .folder(.aliases):
            [CollectionTable.defaultAlias, CollectionTable.loginName.text, CollectionTable.sessionName.text]
        case .folder(.sessions), .folder(.prompts), .collection, .item, .session, .prompt: []
        }
    }
}

extension ServiceInterface {
    fileprivate var lines: [String] {
        var lines = ["  <interface name=\"\(name)\">"]
        for method in methods {
            lines.append("    <method name=\"\(method.name)\">")
            lines += method.arguments.map { $0.line(" direction=\"in\"") }
            lines += method.results.map { $0.line(" direction=\"out\"") }
            lines.append("    </method>")
        }
        for signal in signals {
            lines.append("    <signal name=\"\(signal.name)\">")
            lines += signal.arguments.map { $0.line("") }
            lines.append("    </signal>")
        }
        for property in properties {
            let access = property.isWritable ? "readwrite" : "read"
            lines.append(
                "    <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\"/>")
        }
        return lines + ["  </interface>"]
    }
}

extension ServiceInterface.Argument {
    fileprivate func line(_ direction: String) -> String {
        "      <arg name=\"\(name)\" type=\"\(signature)\"\(direction)/>"
    }
}
