import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '@busbar/kit/certificate'
import type { FastifyInstance } from 'fastify'

export interface HttpsServer {
  readonly port: number
  stop(): Promise<void>
}

const handshakeMs = 10_000

/** The same API and panel once more, encrypted. `guard` limits its connections as it does those of the other door. */
export const listenEncrypted = async (
  app: FastifyInstance,
  {
    certificate,
    listenAddress,
    guard,
  }: {
    certificate: Certificate
    listenAddress: { readonly host: string; readonly port: number }
    guard: (server: FastifyInstance['server']) => void
  },
): Promise<HttpsServer> => {
  const options = { ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs } as const
  const server = createServer(options, (request, response) => app.routing(request, response))
  guard(server)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.listen({ host: listenAddress.host, port: listenAddress.port })
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error as Error)),
  ])
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
