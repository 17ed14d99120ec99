import { isIPv4 } from 'node:net'

/** IPv4 networks: `198.18.0.0/15`. */
export interface Network {
  /** Its first address, as a number. */
  readonly first: number
  readonly prefix: number
}

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Dotted. */
export const addressOf = (number: number): string => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')

const sizeOf = (prefix: number): number => 2 ** (32 - prefix)

/** Ones of a mask; a mask is ones, then zeros. */
export const prefixOf = (mask: string): number => 32 - Math.log2(2 ** 32 - numberOf(mask))

export const maskOf = (prefix: number): string => addressOf(2 ** 32 - sizeOf(prefix))

/** The network that an address is in. */
export const networkAround = (address: string, prefix: number): Network => {
  const number = numberOf(address)
  return { first: number - (number % sizeOf(prefix)), prefix }
}

/** Null for an invalid network, or one with host bits. */
export const parseNetwork = (text: string): Network | null => {
  const [, address = '', digits = ''] = /^([\d.]{7,15})\/(\d{1,2})$/.exec(text) ?? []
  const prefix = Number(digits)
  if (!isIPv4(address) || prefix > 32) return null
  const network = networkAround(address, prefix)
  return network.first === numberOf(address) ? network : null
}

export const networkText = ({ first, prefix }: Network): string => `${addressOf(first)}/${prefix}`

export const isInside = (address: string, { first, prefix }: Network): boolean => {
  if (!isIPv4(address)) return false
  const number = numberOf(address)
  return number >= first && number < first + sizeOf(prefix)
}

export const doOverlap = (one: Network, other: Network): boolean =>
  one.first < other.first + sizeOf(other.prefix) && other.first < one.first + sizeOf(one.prefix)

/** Addresses for machines: without the first and the last, which mean the network and all in it. */
export const hostsOf = ({ first, prefix }: Network): { readonly from: number; readonly to: number } => ({
  from: first + 1,
  to: first + sizeOf(prefix) - 2,
})
