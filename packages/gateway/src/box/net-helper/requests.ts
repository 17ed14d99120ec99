import { isIPv4 } from 'node:net'
import { parseNetwork } from '@busbar/uplink/network'
import { isTunnelKey, pathNames } from '@busbar/uplink/tunnel'
import { z } from 'zod'
import { modemAddressRequest } from './modem-address.ts'

/** 0 to the cloud, 1 of the owner's own. */
const slot = z.literal([0, 1])
const path = z.enum(pathNames)
const key = z.string().refine(isTunnelKey, 'a key of 32 bytes in base64')
const isOneAddress = (text: string): boolean => isIPv4(text) && !/^(0|127|22[4-9]|23\d|24\d|25[0-5])\./.test(text)
const address = z.string().refine(isOneAddress, 'an address of one machine')
const prefixMin = 8
const network = z
  .string()
  .refine((text) => (parseNetwork(text)?.prefix ?? 0) >= prefixMin, 'a network such as 10.8.0.0/24')
const endpoint = z.string().refine((text) => {
  const [, host = '', port = ''] = /^([\d.]+):([1-9]\d{0,4})$/.exec(text) ?? []
  return isOneAddress(host) && Number(port) <= 65_535
}, 'an address and a port')

/** Verbs for tunnels and paths. Each field is validated, and none names an interface. */
const tunnelRequests = [
  z.strictObject({
    verb: z.literal('tunnel-up'),
    slot,
    privateKey: key,
    address,
    network,
    peerKey: key,
    endpoint,
    keepaliveSec: z.int().min(0).max(36_000),
    path,
  }),
  z.strictObject({ verb: z.literal('tunnel-path'), slot, path }),
  z.strictObject({ verb: z.literal('tunnel-status'), slot }),
  z.strictObject({ verb: z.literal('tunnel-down'), slot }),
  z.strictObject({ verb: z.literal('paths') }),
] as const

/** All that the helper of the network does. */
export const netRequest = z.discriminatedUnion('verb', [...tunnelRequests, modemAddressRequest])
export type NetRequest = z.output<typeof netRequest>
export type TunnelUp = Extract<NetRequest, { verb: 'tunnel-up' }>
export type Slot = z.output<typeof slot>

/** State of a tunnel; null when there is none. */
export const tunnelReport = z.object({
  tunnel: z
    .object({
      publicKey: z.string().nullable(),
      hasPeer: z.boolean(),
      endpoint: z.string().nullable(),
      handshakeAgeSec: z.number().nullable(),
      receivedBytes: z.number(),
      sentBytes: z.number(),
    })
    .nullable(),
})
export type TunnelReport = z.output<typeof tunnelReport>['tunnel']

/** `isGuarded`: packets that use the peer's address from elsewhere are dropped. */
export const upReport = z.object({ isGuarded: z.boolean() })

const uplink = z.object({ address: z.string(), network: z.string(), gateway: z.string().nullable() }).nullable()
export const pathsReport = z.object({ eth: uplink, gsm: uplink })
export type PathsReport = z.output<typeof pathsReport>
