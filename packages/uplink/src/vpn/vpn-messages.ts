import { isIPv4 } from 'node:net'
import { z } from 'zod'

/** Messages of `busbar vpn 1` in JSON; bytes are canonical base64. */

const bytes = (length: number) =>
  z
    .string()
    .max(Math.ceil(length / 3) * 4)
    .transform((text, { issues }): Uint8Array => {
      const read = Buffer.from(text, 'base64')
      if (read.length === length && read.toString('base64') === text) return Uint8Array.from(read)
      issues.push({ code: 'custom', input: text, message: `${length} bytes in base64` })
      return z.NEVER
    })
const key = bytes(32)
const signature = bytes(64)
const port = z.int().min(1).max(65_535)
const ip = z.string().refine((text) => isIPv4(text), 'an address')
/** Neither a group's nor zero. */
const mac = z
  .string()
  .regex(/^[0-9a-f][02468ace](:[0-9a-f]{2}){5}$/)
  .refine((text) => text !== '00:00:00:00:00:00', 'a MAC of one machine')

const hello = z.object({ v: z.literal(1), nonce: bytes(32) })
const request = z.object({
  mac,
  key,
  nonce: bytes(32),
  /** X25519 key of the tunnel. */
  vpnKey: key,
  /** Device type and version. */
  type: z.int().min(0).max(65_535),
  firmware: z.int().min(0).max(65_535),
  /** Port of the API. */
  apiPort: port,
  /** It has thrown its code away, or never had one. */
  isNewCodeWanted: z.boolean().default(false),
  sig: signature,
})
const proof = z.object({ key, answer: z.string().max(1024), sig: signature })
const config = z.object({
  /** Address of the gateway in the VPN. */
  address: ip,
  mask: ip,
  /** The other end, which alone is reached through it. */
  hub: ip,
  peerHost: z.string().regex(/^[0-9a-zA-Z]([0-9a-zA-Z.-]{0,251}[0-9a-zA-Z])?$/),
  peerPort: port,
  peerKey: key,
  refreshSec: z.int().min(60).max(604_800),
})
const answer = z.union([
  config,
  z.object({ code: z.string().regex(/^[1-9]\d{7}$/) }),
  z.object({ refused: z.enum(['unbound', 'off', 'full']) }),
])

export type VpnRequest = z.output<typeof request>
export type VpnConfig = z.output<typeof config>
/** Answer of the cloud: a configuration, the code of an unbound gateway, or nothing. */
export type VpnAnswer = z.output<typeof answer>

const base64 = (raw: Uint8Array): string => Buffer.from(raw).toString('base64')
const parserOf =
  <T>(schema: z.ZodType<T>) =>
  (value: unknown): T | null => {
    const read = schema.safeParse(value)
    return read.success ? read.data : null
  }

export const vpnHello = (nonce: Uint8Array): object => ({ v: 1, nonce: base64(nonce) })
export const parseVpnHello = parserOf(hello)

export const vpnRequest = ({ key: own, nonce, vpnKey, sig, ...rest }: VpnRequest): object => ({
  ...rest,
  key: base64(own),
  nonce: base64(nonce),
  vpnKey: base64(vpnKey),
  sig: base64(sig),
})
export const parseVpnRequest = parserOf(request)

export const vpnProof = (cloudProof: { key: Uint8Array; answer: string; sig: Uint8Array }): object => ({
  key: base64(cloudProof.key),
  answer: cloudProof.answer,
  sig: base64(cloudProof.sig),
})
export const parseVpnProof = parserOf(proof)

/** Parses the signed text. */
export const parseVpnAnswer = (text: string): VpnAnswer | null => {
  try {
    return parserOf(answer)(JSON.parse(text))
  } catch {
    return null
  }
}
