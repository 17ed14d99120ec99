import { DBusError } from './dbus-error.ts'
import { Reader } from './reader.ts'
import { type Value, type Variant, variant } from './value.ts'
import { Writer } from './writer.ts'

type MessageType = 'call' | 'reply' | 'error' | 'signal'

export interface Message {
  readonly type: MessageType
  readonly serial: number
  readonly path?: string
  readonly interface?: string
  readonly member?: string
  readonly errorName?: string
  readonly replySerial?: number
  readonly destination?: string
  readonly sender?: string
  readonly signature?: string
  readonly body: readonly Value[]
  /** Whether the caller ignores the reply. */
  readonly isReplyUnwanted?: boolean
}

const types: readonly (MessageType | undefined)[] = [undefined, 'call', 'reply', 'error', 'signal']
const protocolVersion = 1
const little = 0x6c
const big = 0x42
/** Endianness, type, flags, version, length of the body, serial, length of the fields. */
const fixedBytes = 16
const fieldsBytesMax = 0x4_0000
const noReplyExpected = 1

const fields = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'errorName', 's'],
  [5, 'replySerial', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const

/** Header fields that each message type requires. */
const needs = {
  call: ['path', 'member'],
  reply: ['replySerial'],
  error: ['errorName', 'replySerial'],
  signal: ['path', 'interface', 'member'],
} as const satisfies Record<MessageType, readonly (keyof Message)[]>

export const encodeMessage = (message: Message): Buffer => {
  const body = new Writer().all(message.signature ?? '', message.body).result()
  const header = new Writer()
  const headerFields = fields.flatMap(([code, name, type]) => {
    const value = message[name]
    return value === undefined ? [] : [[code, variant(type, value)] satisfies Value]
  })
  const flags = message.isReplyUnwanted === true ? noReplyExpected : 0
  const fixed = [little, types.indexOf(message.type), flags, protocolVersion, body.length, message.serial]
  header.all('yyyyuua(yv)', [...fixed, headerFields])
  header.align(8)
  return Buffer.concat([header.result(), body])
}

/** Length of the message that begins here; undefined when too few bytes are available. */
export const messageLength = (bytes: Buffer): number | undefined => {
  if (bytes.length < fixedBytes) return undefined
  const isLittle = isLittleEndian(bytes)
  const bodyBytes = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4)
  const fieldsBytes = isLittle ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12)
  if (fieldsBytes > fieldsBytesMax) throw new DBusError('the head of a message is too long')
  return fixedBytes + Math.ceil(fieldsBytes / 8) * 8 + bodyBytes
}

/** Decodes one complete message; undefined for an unknown type. */
export const decodeMessage = (bytes: Buffer): Message | undefined => {
  const reader = new Reader(bytes, isLittleEndian(bytes))
  const [, code, flags, version, , serial, headerFields] = reader.all('yyyyuua(yv)') as unknown as MessageHeader
  if (version !== protocolVersion) throw new DBusError(`version ${version} of the protocol is not spoken here`)
  if (serial === 0) throw new DBusError('a message has the serial number 0')
  reader.align(8)
  const type = types[code]
  if (type === undefined) return undefined
  const named = Object.fromEntries(
    headerFields.flatMap(([field, { signature, value }]) => {
      const known = fields.find(([number]) => number === field)
      if (known !== undefined && known[2] !== signature) throw new DBusError(`field ${known[1]} has another type`)
      return known === undefined ? [] : [[known[1], value]]
    }),
  ) as Omit<Message, 'type' | 'serial' | 'body'>
  for (const need of needs[type]) if (named[need] === undefined) throw new DBusError(`a ${type} has no ${need}`)
  const body = reader.all(named.signature ?? '')
  if (reader.at !== bytes.length) throw new DBusError('a message is longer than its values')
  return { ...named, type, serial, body, ...((flags & noReplyExpected) !== 0 && { isReplyUnwanted: true }) }
}

type MessageHeader = readonly [
  order: number,
  type: number,
  flags: number,
  version: number,
  bodyBytes: number,
  serial: number,
  fields: readonly (readonly [number, Variant])[],
]

const isLittleEndian = (bytes: Buffer): boolean => {
  if (bytes[0] !== little && bytes[0] !== big) throw new DBusError('a message begins with neither l nor B')
  return bytes[0] === little
}

/** The bus itself; no other peer can own its name. */
export const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

/** Signals that are wanted. */
export interface SignalMatch {
  /** Sender name; signals from other senders are ignored. */
  readonly sender: string
  readonly interface: string
  readonly member?: string
  /** This object, and those below it. */
  readonly pathNamespace?: string
  /** Its first value is this text. */
  readonly arg0?: string
}

export const isBelow = (path: string, namespace: string): boolean =>
  namespace === '/' || path === namespace || path.startsWith(`${namespace}/`)

/** Match rule in the syntax of the bus. */
export const matchRule = ({ sender, interface: of, member, pathNamespace, arg0 }: SignalMatch): string =>
  Object.entries({ type: 'signal', sender, interface: of, member, path_namespace: pathNamespace, arg0 })
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}='${plain(value)}'`]))
    .join(',')

const plain = (value: string): string => {
  if (!/^[\w./:-]*$/.test(value)) throw new DBusError(`'${value}' is no name`)
  return value
}
