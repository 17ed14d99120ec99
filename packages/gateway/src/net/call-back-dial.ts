import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Clock } from '@busbar/modbus'
import { bindingBytes, bindingLabel } from './call-back-proof.ts'

export interface CloudPlace {
  /** Resolved anew each time. */
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

export interface Dialled {
  readonly socket: Socket
  /** See `bindingBytes`. */
  readonly binding: Uint8Array
}

const timeoutMs = 10_000

/** Connects, encrypted or not; rejects with what the system said, after ten seconds, or when it is called off. */
export const dialCloud = (place: CloudPlace, clock: Clock, signal: AbortSignal): Promise<Dialled> =>
  new Promise((resolve, reject) => {
    const { host, port, isTls } = place
    const socket = isTls ? openTls(host, port) : connect({ host, port, noDelay: true })
    const fail = (error: Error): void => {
      end()
      socket.destroy()
      reject(error)
    }
    const callOff = clock.after(timeoutMs, () => fail(new Error(`no connection to ${host}:${port} in time`)))
    const onAbort = (): void => fail(new Error('called off'))
    const onClose = (): void => fail(new Error(`${host}:${port} hung up`))
    const end = (): void => {
      callOff()
      signal.removeEventListener('abort', onAbort)
      socket.off('close', onClose)
    }
    signal.addEventListener('abort', onAbort)
    socket.on('error', fail)
    socket.once('close', onClose)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      end()
      socket.off('error', fail)
      resolve({ socket, binding: isTls ? bindingOf(socket as TLSSocket) : new Uint8Array(bindingBytes) })
    })
  })

/** Whose certificate it is does not matter: the cloud proves its key, on this very connection. */
const openTls = (host: string, port: number): TLSSocket => {
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.3', ...name })
  socket.setNoDelay(true)
  return socket
}

const bindingOf = (socket: TLSSocket): Uint8Array =>
  socket.exportKeyingMaterial(bindingBytes, bindingLabel, Buffer.alloc(0))
