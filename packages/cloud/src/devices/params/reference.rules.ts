import type { RegisterKind } from '@busbar/modbus'

/** Network named by a reference. */
export type NetRef = { id: number } | { slug: string } | { ip: string } | { mac: string }
export type DeviceRef = { id: number } | { slug: string } | { net: NetRef; unit: number }
/** A place in a device: a register, or bits of one. */
export interface ParameterLocation {
  registerKind: RegisterKind
  address: number
  bitPosition?: number
  bitsAmount?: number
}
export type ParamRef =
  | { id: number }
  | { slug: string }
  | { path: readonly string[] }
  | { device: DeviceRef; location: ParameterLocation }

const charsMax = 400
const slug = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/
const kinds: Readonly<Record<string, RegisterKind>> = {
  holding: 'holding',
  input: 'input',
  coil: 'coil',
  'discrete-input': 'discrete-input',
}
const letters: Readonly<Record<string, RegisterKind>> = { c: 'coil', d: 'discrete-input', i: 'input' }

/** `#7`, `[boiler-room]`, `192.0.2.7`, `02-00-5e-10-00-01`; null when it is none of them. */
export const parseNetRef = (text: string): NetRef | null => {
  const named = parseNamed(text)
  if (named !== null) return named
  const ip = parseIp(text)
  if (ip !== null) return { ip }
  return /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i.test(text) ? { mac: text.toLowerCase() } : null
}

/** `#7`, `[meter]`, or a network and a unit: `#3>12`. A bare slug is allowed where the contract has one. */
export const parseDeviceRef = (text: string, isBareAllowed = false): DeviceRef | null => {
  const named = parseNamed(text)
  if (named !== null) return named
  const at = text.lastIndexOf('>')
  if (at < 0) return isBareAllowed && slug.test(text) ? { slug: text } : null
  const net = parseNetRef(text.slice(0, at))
  const unit = parseInteger(text.slice(at + 1), 255)
  return net === null || unit === null ? null : { net, unit }
}

/** Every form in which a parameter is named; null when the text has none of them. */
export const parseParamRef = (text: string): ParamRef | null => {
  if (text.length > charsMax) return null
  const named = parseNamed(text)
  if (named !== null) return named
  const byAlert = /^(\d+)#[a-z-]+@[^@]*@[^@]*$/.exec(text)?.[1]
  if (byAlert !== undefined) return idOf(byAlert)
  if (!text.includes('>')) return parsePath(text)
  return parseByKind(text) ?? parseByLocation(text)
}

/** `meter>input>12`: the form of save-param-value. */
const parseByKind = (text: string): ParamRef | null => {
  const parts = /^(.+)>([a-z-]+)>(\d{1,5})$/.exec(text)
  const [, where = '', kind = '', digits = ''] = parts ?? []
  const registerKind = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  const device = parseDeviceRef(where, true)
  const address = parseInteger(digits, 65_535)
  if (registerKind === undefined || device === null || address === null) return null
  return { device, location: { registerKind, address } }
}

/** `[meter]>40`, `#3>12>40.2-5`, `[meter]>7c`. */
const parseByLocation = (text: string): ParamRef | null => {
  const at = text.lastIndexOf('>')
  const device = parseDeviceRef(text.slice(0, at), true)
  const location = parseLocation(text.slice(at + 1))
  return device === null || location === null ? null : { device, location }
}

/** `reg[.bit[-bit]][c|d|i]`; no letter is a holding register. */
const parseLocation = (text: string): ParameterLocation | null => {
  const parts = /^(\d{1,5})(?:\.(\d{1,2})(?:-(\d{1,2}))?)?([cdi])?$/.exec(text)
  if (parts === null) return null
  const [, reg = '', low, high, letter] = parts
  const address = parseInteger(reg, 65_535)
  if (address === null) return null
  const registerKind = letter === undefined ? 'holding' : (letters[letter] ?? 'holding')
  if (low === undefined) return { registerKind, address }
  const first = parseInteger(low, 31)
  const last = parseInteger(high ?? low, 31)
  if (first === null || last === null || last < first) return null
  return { registerKind, address, bitPosition: first, bitsAmount: last - first + 1 }
}

/** `net.device.param`, or any end of it. */
const parsePath = (text: string): ParamRef | null => {
  const path = text.split('.')
  return path.length <= 3 && path.every((part) => slug.test(part)) ? { path } : null
}

const parseNamed = (text: string): { id: number } | { slug: string } | null => {
  if (/^#\d{1,15}$/.test(text)) return idOf(text.slice(1))
  const inside = /^\[([^[\]]+)\]$/.exec(text)?.[1]
  return inside !== undefined && slug.test(inside) ? { slug: inside } : null
}

const parseIp = (text: string): string | null => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => parseInteger(part, 255) !== null) ? text : null
}

const idOf = (digits: string): { id: number } | null => {
  const id = parseInteger(digits, Number.MAX_SAFE_INTEGER)
  return id === null || id === 0 ? null : { id }
}

/** Digits without a leading zero, up to `max`. */
const parseInteger = (text: string, max: number): number | null =>
  /^(0|[1-9]\d{0,15})$/.test(text) && Number(text) <= max ? Number(text) : null
