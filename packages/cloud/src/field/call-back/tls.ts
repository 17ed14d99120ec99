import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Certificate } from '@busbar/kit/certificate'

/** What a caller speaks, told by its first bytes. */
export type CallerProtocol = 'tls' | 'plain' | 'more'

const handshake = 0x16
const tlsMajor = 3
const tlsMinors = [1, 2, 3]

/**
 * A TLS client begins with a handshake record of version 3.1 to 3.3. An announcement may begin with any transaction, 16 03 too, but its
 * third byte is the high one of protocol 0: the third byte tells them apart for certain.
 */
export const detectProtocol = ([first, major, minor]: Uint8Array): CallerProtocol => {
  if (first === undefined) return 'more'
  if (first !== handshake) return 'plain'
  if (major === undefined) return 'more'
  if (major !== tlsMajor) return 'plain'
  if (minor === undefined) return 'more'
  return tlsMinors.includes(minor) ? 'tls' : 'plain'
}

/** Waits for the first bytes of a caller, puts them back and says what they are. A caller that says nothing is dropped. */
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
