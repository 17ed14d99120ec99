import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Clock } from '@busbar/kit'
import { bindingBytes, bindingLabel } from '@busbar/uplink/handshake'
import type { Path } from '../paths.rules.ts'
import { socketOptions } from '../paths.ts'

export interface CloudAddress {
  /** Resolved again each time. */
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** Requires a trusted certificate for this host. */
  readonly mustVerify: boolean
  readonly path: Path
}

export interface CloudConnection {
  readonly socket: Socket
  /** See `bindingBytes`. */
  readonly binding: Uint8Array
  /** Whether the certificate is trusted for this host. */
  readonly isVerified: boolean
}

const timeoutMs = 10_000

/** Connects with or without TLS; rejects with the system error, after ten seconds, or when cancelled. */
export const dialCloud = (address: CloudAddress, clock: Clock, signal: AbortSignal): Promise<CloudConnection> =>
  new Promise((resolve, reject) => {
    const { host, port, isTls, mustVerify, path } = address
    const target = { host, port, ...socketOptions(path, host) }
    const socket = isTls ? openTls(target) : connect({ ...target, noDelay: true })
    const fail = (error: Error): void => {
      end()
      socket.destroy()
      reject(error)
    }
    const cancel = clock.after(timeoutMs, () => fail(new Error(`no connection to ${host}:${port} in time`)))
    const onAbort = (): void => fail(new Error('cancelled'))
    const onClose = (): void => fail(new Error(`${host}:${port} hung up`))
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.off('close', onClose)
    }
    signal.addEventListener('abort', onAbort)
    socket.on('error', fail)
    socket.once('close', onClose)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      const secured = isTls ? (socket as TLSSocket) : null
      const isVerified = secured?.authorized ?? false
      if (mustVerify && !isVerified)
        return fail(new Error(`the certificate is not ${host}'s: ${secured?.authorizationError}`))
      end()
      socket.off('error', fail)
      resolve({ socket, isVerified, binding: secured === null ? new Uint8Array(bindingBytes) : bindingOf(secured) })
    })
  })

/** The handshake is never ended for the certificate's sake: the cloud proves its key, on this very connection. */
const openTls = (target: TcpNetConnectOpts & { readonly host: string }): TLSSocket => {
  const name = isIP(target.host) === 0 ? { servername: target.host } : {}
  const socket = connectTls({ ...target, rejectUnauthorized: false, minVersion: 'TLSv1.3', ...name })
  socket.setNoDelay(true)
  return socket
}

const bindingOf = (socket: TLSSocket): Uint8Array =>
  socket.exportKeyingMaterial(bindingBytes, bindingLabel, Buffer.alloc(0))
