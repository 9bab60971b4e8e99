// What the portal says of itself.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus

extension SecretPortal {
    private static let version: UInt32 = 1

    static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
         <interface name="org.freedesktop.impl.portal.Secret">
          <method name="RetrieveSecret">
           <arg type="o" name="handle" direction="in"/>
           <arg type="s" name="app_id" direction="in"/>
           <arg type="h" name="fd" direction="in"/>
           <arg type="a{sv}" name="options" direction="in"/>
           <arg type="u" name="response" direction="out"/>
           <arg type="a{sv}" name="results" direction="out"/>
          </method>
          <property name="version" type="u" access="read"/>
         </interface>
        </node>

        """

    /// Answers `org.freedesktop.DBus.Properties`, for everybody.
    func property(_ call: BusCall) -> BusPropertyAnswer {
        switch (call.member, call.signature) {
        case ("Get", "ss"):
            guard call.arguments.first?.text == Self.interface else { return .refused(.unknownInterface) }
            guard call.arguments.last?.text == "version" else { return .refused(.unknownProperty) }
            return .answered([.variant(.uint32(Self.version))])
        case ("GetAll", "s"):
            let interface = call.arguments.first?.text ?? ""
            guard interface.isEmpty || interface == Self.interface else { return .refused(.unknownInterface) }
            return .answered([.properties([("version", .uint32(Self.version))])])
        case ("Set", "ssv"): return .refused(.propertyReadOnly)
        default: return .refused(.unknownMethod)
        }
    }

    enum BusPropertyAnswer {
        case answered([BusValue])
        case refused(BusFailure)
    }
}
