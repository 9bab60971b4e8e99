// A server over TLS whose key is made in the keychain, signs there and is never exported.
// SPDX-License-Identifier: Apache-2.0

import Security

let usage = """
    usage: tls-server request HOST         makes a key, and writes a request for its certificate
           tls-server install HOST FILE    keeps the certificate that an authority made of it, in a PEM file
           tls-server serve HOST           serves on a free port of 127.0.0.1, and writes it

    """

/// The first certificate of a PEM file.
func certificate(in path: String) throws -> SecCertificate {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").drop { $0 != "-----BEGIN CERTIFICATE-----" }.dropFirst()
    let base64 = lines.prefix { $0 != "-----END CERTIFICATE-----" }.joined()
    guard let data = Data(base64Encoded: base64), let certificate = SecCertificateCreateWithData(nil, data as NSData)
    else { throw Failure("\(path) has no certificate") }
    return certificate
}

do {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("request", let words) where words.count == 1:
        let key = try ServerIdentity(host: words[0]).makeKey()
        print(try SigningRequest.text(for: words[0], signedBy: key), terminator: "")
    case ("install", let words) where words.count == 2:
        try ServerIdentity(host: words[0]).install(try certificate(in: words[1]))
    case ("serve", let words) where words.count == 1:
        try Server.run(ServerIdentity(host: words[0])) { port in
            FileHandle.standardOutput.write(Data("\(port)\n".utf8))
        }
    default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("tls-server: \(error)\n".utf8))
    exit(1)
}
