import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Certificate } from '@busbar/kit/certificate'

/** Protocol of a caller, detected from its first bytes. */
export type CallerProtocol = 'tls' | 'plain' | 'more'

const handshake = 0x16
const tlsMajor = 3
const tlsMinors = [1, 2, 3]

/**
 * Detects TLS: a client begins with a handshake record of version 3.1 to 3.3. An announcement may begin with any
 * transaction number, even 16 03, but its third byte is the high byte of protocol 0, which distinguishes the two.
 */
export const detectProtocol = ([first, major, minor]: Uint8Array): CallerProtocol => {
  if (first === undefined) return 'more'
  if (first !== handshake) return 'plain'
  if (major === undefined) return 'more'
  if (major !== tlsMajor) return 'plain'
  if (minor === undefined) return 'more'
  return tlsMinors.includes(minor) ? 'tls' : 'plain'
}

/** Waits for the first bytes of a caller, puts them back and reports the protocol. A silent caller is closed. */
export const detectTls = (socket: Socket, act: (opening: Exclude<CallerProtocol, 'more'>) => void): void => {
  let received: Uint8Array = new Uint8Array()
  const onData = (bytes: Uint8Array): void => {
    received = Buffer.concat([received, bytes])
    const opening = detectProtocol(received)
    if (opening === 'more') return
    socket.off('data', onData)
    socket.pause()
    socket.unshift(received)
    act(opening)
  }
  socket.on('data', onData)
}

/** Speaks TLS with callers that were accepted elsewhere. 1.3 at least: what is exported of it belongs to one connection for certain. */
export class TlsAcceptor {
  readonly #server: Server
  /** Callbacks for completed handshakes, by the caller's address and port. */
  readonly #waiting = new Map<string, (socket: TLSSocket) => void>()

  constructor(certificate: Certificate) {
    this.#server = createServer({ ...certificate, minVersion: 'TLSv1.3' })
    this.#server.on('secureConnection', (socket) => this.#waiting.get(nameOf(socket))?.(socket))
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy())
  }

  /** Starts a handshake. If it fails, the socket is closed and `act` is not called. */
  enter(socket: Socket, act: (secured: TLSSocket) => void): void {
    const name = nameOf(socket)
    this.#waiting.set(name, act)
    socket.once('close', () => this.#waiting.delete(name))
    this.#server.emit('connection', socket)
  }
}

const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
