import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '@busbar/kit'

const timeoutMs = 10_000

/** Splits the URL of a broker into its parts. */
export const parseBrokerUrl = (url: string): { host: string; port: number; isTls: boolean } => {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'mqtts:'
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || (isTls ? 8883 : 1883), isTls }
}

export interface BrokerSocketOptions {
  /** The resolved address of the host, if it is known already. */
  address?: string
  /** Certificates that vouch for it; null for those that the system knows. */
  ca: string | null
  /** The client certificate, besides a password. */
  client: { cert: string; key: string } | null
  clock: Clock
  /** Gives up. */
  signal?: AbortSignal
}

/** Connects to a broker. A certificate without a known issuer is refused, whatever the settings. */
export async function connectBroker(url: string, options: BrokerSocketOptions): Promise<Socket> {
  const { host, port, isTls } = parseBrokerUrl(url)
  const { address = host, ca, client, clock, signal } = options
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = isTls
    ? connectTls({ host: address, port, ...name, ...(ca !== null && { ca }), ...client })
    : connect({ host: address, port })
  // Several messages leave without one waiting for the broker to have the one before.
  socket.setNoDelay(true)
  const giveUp = (): void => void socket.destroy(new Error('Stopped.'))
  signal?.addEventListener('abort', giveUp)
  const cancel = clock.after(timeoutMs, () => socket.destroy(new Error(`${address}:${port} does not answer.`)))
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect')
  } finally {
    cancel()
    signal?.removeEventListener('abort', giveUp)
  }
  return socket
}
