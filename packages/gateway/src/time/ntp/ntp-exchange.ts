import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Clock } from '@busbar/kit'
import { judge, type NtpVerdict } from './ntp.rules.ts'
import { cookieBytes, encodeRequest } from './ntp-packet.ts'

export interface ExchangeParts {
  readonly clock: Clock
  /** The clock that is measured. */
  readonly now: () => Date
  readonly newBytes: (count: number) => Uint8Array
}

export type NtpResult = NtpVerdict | { err: 'timeout' | 'unreachable' | 'cancelled' }

const timeoutMs = 2000

/** Asks one server once. Only what comes from its address and carries our cookie is taken for its answer. */
export const exchange = (
  server: { readonly address: string; readonly port: number; readonly localAddress?: string | undefined },
  { clock, now, newBytes }: ExchangeParts,
  signal: AbortSignal,
): Promise<NtpResult> =>
  new Promise((resolve) => {
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
    const cookie = newBytes(cookieBytes)
    let sent: { readonly wallMs: number; readonly clockMs: number } | undefined
    let isDone = false
    const done = (result: NtpResult): void => {
      if (isDone) return
      isDone = true
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.close()
      resolve(result)
    }
    const onAbort = (): void => done({ err: 'cancelled' })
    const cancel = clock.after(timeoutMs, () => done({ err: 'timeout' }))
    signal.addEventListener('abort', onAbort)
    socket.on('error', () => done({ err: 'unreachable' }))
    socket.on('message', (packet) => {
      if (sent === undefined) return
      // The way is measured by the monotonic clock.
      const cameMs = sent.wallMs + clock.now() - sent.clockMs
      const judged = judge(packet, cookie, { sentMs: sent.wallMs, cameMs })
      if (judged !== null) done(judged)
    })
    socket.on('connect', () => {
      if (isDone) return
      sent = { wallMs: now().getTime(), clockMs: clock.now() }
      socket.send(encodeRequest(cookie), (error) => error && done({ err: 'unreachable' }))
    })
    // Once connected, the system drops what others send.
    if (signal.aborted) onAbort()
    else if (server.localAddress === undefined) socket.connect(server.port, server.address)
    else socket.bind(0, server.localAddress, () => isDone || socket.connect(server.port, server.address))
  })
