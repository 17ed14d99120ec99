import { isIPv4 } from 'node:net'

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Address of a single host: not unspecified, loopback, multicast or broadcast. */
export const isHostAddress = (text: string): boolean => {
  if (!isIPv4(text)) return false
  const first = Number(text.split('.')[0])
  return first > 0 && first !== 127 && first < 224
}

/** Ones, then zeros; at least one of them is a one. */
export const isMask = (text: string): boolean => {
  if (!isIPv4(text)) return false
  const rest = 2 ** 32 - numberOf(text)
  return rest < 2 ** 32 && Number.isInteger(Math.log2(rest))
}

/** Six bytes, and of one machine: neither of a group nor zero. */
export const isMac = (text: string): boolean => {
  if (!/^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}$/i.test(text)) return false
  return Number.parseInt(text.slice(0, 2), 16) % 2 === 0 && !/^[0:-]+$/.test(text)
}

const label = /^[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?$/i

/** A name for DNS, or an address. What ends in a number is meant as an address, so it must be one. */
export const isHostName = (text: string): boolean => {
  const labels = text.replace(/\.$/, '').split('.')
  if (/^\d+$/.test(labels.at(-1) ?? '')) return isIPv4(text)
  return text.length <= 253 && labels.every((one) => label.test(one))
}

/** Accepts one unit, `7`, or a range, `112-255`. */
export const isUidRange = (text: string): boolean => {
  const [, low, high = low] = /^([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?$/.exec(text) ?? []
  return low !== undefined && Number(low) <= Number(high) && Number(high) <= 255
}

/** A key of 32 bytes in canonical base64. */
export const isKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

const isLoopback = (text: string): boolean => isIPv4(text) && text.startsWith('127.')

/** A name, an address that one machine can have, or this machine. */
export const isRemoteHost = (text: string): boolean =>
  isIPv4(text) ? isHostAddress(text) || isLoopback(text) : isHostName(text)

/** Host names and local addresses require permission of the box's administrator. */
export const remoteHostProblem = (text: string, isAnywhereAllowed: boolean): string | null =>
  text === '' || isAnywhereAllowed || isHostAddress(text)
    ? null
    : 'a name or an address of this machine is taken only where the gateway was started with --remote-anywhere'
