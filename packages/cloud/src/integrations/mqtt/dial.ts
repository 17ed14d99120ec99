import { BlockList, isIP, type Socket } from 'node:net'
import { type BrokerSocketOptions, connectBroker, parseBrokerUrl } from '@busbar/mqtt'

/** The address of a host that an organization may dial at this port; rejects where there is none. */
export type FindAddress = (host: string, port: number, orgId: number) => Promise<string>

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

interface BrokerConnection {
  socket: Socket
  /** True if others can neither read nor change the traffic: it is encrypted, or internal. */
  isPrivate: boolean
}

interface DialOptions extends Omit<BrokerSocketOptions, 'address'> {
  orgId: number
  find: FindAddress
}

/** Connects to a broker that the organization may dial. */
export const dialBroker = async (url: string, { orgId, find, ...options }: DialOptions): Promise<BrokerConnection> => {
  const { host, port, isTls } = parseBrokerUrl(url)
  const address = await find(host, port, orgId)
  const socket = await connectBroker(url, { ...options, address })
  return { socket, isPrivate: isTls || isPrivateAddress(address) }
}
