import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Certificate } from './certificate.ts'

/** Speaks TLS with callers that were accepted elsewhere. 1.3 at least: what is exported of it belongs to one connection for certain. */
export class TlsDoor {
  readonly #server: Server
  /** Who waits for the end of a handshake, by the caller's address and port. */
  readonly #waiting = new Map<string, (socket: TLSSocket) => void>()

  constructor(certificate: Certificate) {
    this.#server = createServer({ ...certificate, minVersion: 'TLSv1.3' })
    this.#server.on('secureConnection', (socket) => this.#waiting.get(nameOf(socket))?.(socket))
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy())
  }

  /** Nothing happens when the handshake fails: then the socket is closed. */
  enter(socket: Socket, act: (secured: TLSSocket) => void): void {
    const name = nameOf(socket)
    this.#waiting.set(name, act)
    socket.once('close', () => this.#waiting.delete(name))
    this.#server.emit('connection', socket)
  }
}

const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
