import { at } from '@busbar/kit'
import { pack, septetsOf, textOf, unpack } from './gsm-alphabet.ts'

/** A message that arrives at the modem. */
export interface IncomingSms {
  /** An international number with a plus, or a name in letters. */
  readonly from: string
  readonly text: string
  readonly sentAt: Date
}

/** A message that the modem sends; possibly a part of a longer one. */
export interface OutgoingSms {
  readonly to: string
  readonly text: string
}

const swapped = (digits: string): string => (digits.length % 2 === 0 ? digits : `${digits}F`).replace(/(.)(.)/g, '$2$1')

const [international, alphanumeric, national] = [0x91, 0xd0, 0x81]

const addressBytes = (address: string): string => {
  const hex = (value: number): string => value.toString(16).padStart(2, '0')
  if (/^\+?\d+$/.test(address)) {
    const digits = address.replace('+', '')
    return hex(digits.length) + hex(address.startsWith('+') ? international : national) + swapped(digits)
  }
  const packed = Buffer.from(pack(septetsOf(address) ?? []))
  return hex(packed.length * 2) + hex(alphanumeric) + packed.toString('hex')
}

/** Local time of the centre: here always UTC. */
const stampOf = (moment: Date): string =>
  `${swapped(
    moment
      .toISOString()
      .replace(/[^0-9]/g, '')
      .slice(2, 14),
  )}00`

/** SMS-DELIVER, in hex, with an empty address of the centre before it. */
export const deliverPdu = ({ from, text, sentAt }: IncomingSms): string => {
  const septets = septetsOf(text)
  const wide = Buffer.from(text, 'utf16le').swap16()
  const head = `0004${addressBytes(from)}00${septets === undefined ? '08' : '00'}${stampOf(sentAt)}`
  const length = septets?.length ?? wide.length
  const data = septets === undefined ? wide : Buffer.from(pack(septets))
  return `${head}${length.toString(16).padStart(2, '0')}${data.toString('hex')}`.toUpperCase()
}

/** SMS-SUBMIT, in hex. */
export const readSubmitPdu = (hex: string): OutgoingSms => {
  const bytes = Buffer.from(hex, 'hex')
  let index = 1 + at(bytes, 0)
  const flags = at(bytes, index)
  index += 2
  const digits = at(bytes, index)
  const kind = at(bytes, index + 1)
  const addressLength = Math.ceil(digits / 2)
  const address = swapped(bytes.toString('hex', index + 2, index + 2 + addressLength)).slice(0, digits)
  index += 2 + addressLength + 1
  const coding = at(bytes, index)
  // Relative validity has one byte, the others seven.
  const validity = (flags >> 3) & 3
  index += 1 + (validity === 0 ? 0 : validity === 2 ? 1 : 7)
  const length = at(bytes, index)
  const data = bytes.subarray(index + 1)
  const headBytes = (flags & 0x40) === 0 ? 0 : 1 + at(data, 0)
  const isWide = (coding & 0x0c) === 0x08
  const text = isWide
    ? Buffer.from(data.subarray(headBytes, length)).swap16().toString('utf16le')
    : textOf(unpack(data, length, Math.ceil((headBytes * 8) / 7)))
  return { to: `${kind === international ? '+' : ''}${address}`, text }
}
