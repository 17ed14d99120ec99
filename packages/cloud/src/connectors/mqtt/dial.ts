import { once } from 'node:events'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '@busbar/kit'

/** The address of a host that an organization may dial at this port; rejects where there is none. */
export type FindAddress = (host: string, port: number, orgId: number) => Promise<string>

const timeoutMs = 10_000
const inside = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  inside.addSubnet(net, bits)
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** An address that no stranger's packets pass on their way to. */
export const isPrivateAddress = (address: string): boolean =>
  inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

interface Dialled {
  socket: Socket
  /** What passes cannot be read or changed by others: encrypted, or inside. */
  isPrivate: boolean
}

interface DialOptions {
  orgId: number
  ca: string | null
  /** What the broker knows us by, besides a password. */
  client: { cert: string; key: string } | null
  find: FindAddress
  clock: Clock
}

/** Connects to a broker. A certificate that nobody vouches for is refused, whatever the settings. */
export const dialBroker = async (url: string, { orgId, ca, client, find, clock }: DialOptions): Promise<Dialled> => {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'mqtts:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const at = Number(port) || (isTls ? 8883 : 1883)
  const address = await find(host, at, orgId)
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = isTls
    ? connectTls({ host: address, port: at, ...name, ...(ca !== null && { ca }), ...client })
    : connect({ host: address, port: at, noDelay: true })
  const cancel = clock.after(timeoutMs, () => socket.destroy(new Error(`${address}:${at} does not answer.`)))
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect')
  } finally {
    cancel()
  }
  return { socket, isPrivate: isTls || isPrivateAddress(address) }
}
