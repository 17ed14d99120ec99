import { z } from 'zod'
import { isHostAddress, isHostName, isKey, isMac, isMask, isRemoteHost, isUidRange } from './rules/addresses.rules.ts'

/** The message of a field names its valid values; the field name is prepended. */
export const integer = (min: number, max: number) => {
  const takes = `must be ${min} to ${max}`
  return z.int(takes).min(min, takes).max(max, takes)
}

export const oneOf = <const V extends string | number | null>(values: readonly V[], takes = values.join(', ')) =>
  z.literal(values, `must be ${takes}`)

export const yesNo = z.boolean('must be true or false')

export const port = integer(1, 65_535)

export const connMode = oneOf([null, 1, 2, 3, 4], 'null or 1 to 4').describe(
  'Interface: null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only.',
)

export const protocol = oneOf([1, 2]).describe('1 RAW, 2 Modbus TCP.')

/** A text of a certain form, or an empty one. */
const form = (max: number, is: (text: string) => boolean, takes: string) =>
  z
    .string(takes)
    .max(max, takes)
    .refine((text) => text === '' || is(text), takes)

const needed = (max: number, is: (text: string) => boolean, takes: string) =>
  z.string(takes).min(1, takes).max(max, takes).refine(is, takes)

export const hostName = (max: number) =>
  form(max, isHostName, `must be a host name or an address of at most ${max} characters, or empty`)
export const neededHostName = (max: number) =>
  needed(max, isHostName, `must be a host name or an address of 1 to ${max} characters`)

export const ip = needed(15, isHostAddress, 'must be an address such as 192.168.1.100')
export const ipOrNone = form(15, isHostAddress, 'must be an address such as 192.168.1.1, or empty')
/** The program limits this further, see `remoteHostProblem`. */
export const remoteHostOrNone = form(
  46,
  isRemoteHost,
  'must be an address such as 192.168.1.1 or a host name, or empty',
)
export const mask = needed(15, isMask, 'must be a mask such as 255.255.255.0')
export const macOrNone = form(17, isMac, 'must be a MAC of one device such as 02:00:00:12:34:56, or empty')

export const uidRange = needed(7, isUidRange, 'must be a range of 1 to 255 such as 112-255')
export const uidRangeOrNone = form(7, isUidRange, 'must be a range of 1 to 255 such as 112-255, or empty')

export const keyOrNone = form(44, isKey, 'must be a key of 32 bytes in base64, or empty')

/** ASCII without spaces. */
export const word = (min: number, max: number) => {
  const takes = `must be ${min} to ${max} ASCII characters without spaces`
  return z
    .string(takes)
    .min(min, takes)
    .max(max, takes)
    .regex(/^[\x21-\x7e]*$/, takes)
}

export const phoneOrNone = form(
  16,
  (text) => /^\+?\d{3,15}$/.test(text),
  'must be a number such as +380501234567, or empty',
)
export const anyText = (max: number) => {
  const takes = `must be a text of at most ${max} characters`
  return z.string(takes).max(max, takes)
}

/** An array of exactly this length. */
export const exactly = <S extends z.ZodType>(count: number, item: S) =>
  z.array(item, `must be an array of ${count}`).length(count, `must be an array of ${count}`)

export const atMost = <S extends z.ZodType>(count: number, item: S) =>
  z.array(item, `must be an array of at most ${count}`).max(count, `must be an array of at most ${count}`)
