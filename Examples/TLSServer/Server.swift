// A server of one sentence, over TLS.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import Security

enum Server {
    /// Serves on a free port of 127.0.0.1, which `ready` is told, until the process ends.
    static func run(_ identity: ServerIdentity, ready: (Int) -> Void) throws {
        let (certificate, key) = try identity.preferred()
        let bytes = [UInt8](SecCertificateCopyData(certificate) as Data)
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: bytes, format: .der))],
            privateKey: .privateKey(NIOSSLPrivateKey(customPrivateKey: KeychainKey(key))))
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Greeting(host: identity.host))
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        guard let port = channel.localAddress?.port else { throw Failure("the server has no port") }
        ready(port)
        try channel.closeFuture.wait()
    }

    /// Answers whatever is asked first, and ends the connection.
    private final class Greeting: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: String

        init(host: String) {
            answer = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n\(host) keeps its key in the keychain\n"
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(string: answer)).whenComplete { _ in channel.close(promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            FileHandle.standardError.write(Data("tls-server: a connection failed: \(error)\n".utf8))
            context.close(promise: nil)
        }
    }
}
