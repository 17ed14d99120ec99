import type { RegisterKind } from '@busbar/modbus'
import { parseInteger } from '../../plan/fields.ts'

/**
 * How files count registers. `zero`: as on the wire, from 0. `one`: from 1. `prefixed`: 40001 is the first holding register. `prefixed-zero`:
 * 40000 is the first holding register.
 */
export const addressStyles = ['zero', 'one', 'prefixed', 'prefixed-zero'] as const
export type AddressStyle = (typeof addressStyles)[number]

const tables: Readonly<Record<string, RegisterKind>> = {
  '0': 'coil',
  '1': 'discrete-input',
  '3': 'input',
  '4': 'holding',
}
const prefixed = /^([0134])(\d{4,5})$/

/** Numbers that all begin with the digit of a table, and tell nothing else about it, are such. */
export const guessedStyle = (addresses: readonly string[], hasTable: boolean): AddressStyle => {
  // Text that is not a number is an error of its line and does not affect the others.
  const numeric = addresses.filter((address) => /^\d/.test(address))
  const isPrefixed = (address: string): boolean => /^[34]\d{4,5}$|^[01]\d{4,5}$/.test(address)
  return !hasTable && numeric.length > 0 && numeric.every(isPrefixed) ? 'prefixed' : 'zero'
}

export interface ParsedAddress {
  address: number
  /** The register type that the number itself implies. */
  registerKind: RegisterKind | null
  /** `40001.3` is bit 3. */
  bit: number | null
}

/** Converts an address of a file to an address on the wire; null if it is invalid. */
export const addressIn = (text: string, style: AddressStyle): ParsedAddress | null => {
  const [, whole = '', bitText] = /^(0x[0-9a-f]+|\d+)(?:\.(\d{1,2}))?$/i.exec(text.trim()) ?? []
  const bit = bitText === undefined ? null : Number(bitText)
  if (whole === '' || (bit !== null && bit > 15)) return null
  const number = parseInteger(whole) ?? -1
  if (style === 'zero' || style === 'one')
    return inRange({ address: number - Number(style === 'one'), registerKind: null, bit })
  const [, table = '', rest = ''] = prefixed.exec(whole) ?? []
  const registerKind = tables[table] ?? null
  return registerKind === null
    ? null
    : inRange({ address: Number(rest) - Number(style === 'prefixed'), registerKind, bit })
}

const inRange = (parsed: ParsedAddress): ParsedAddress | null =>
  parsed.address >= 0 && parsed.address <= 65_535 ? parsed : null
