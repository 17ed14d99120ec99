import { isIPv4, isIPv6 } from 'node:net'
import { isSlug } from '../../fields/slugs.rules.ts'
import {
  connectionKinds,
  controllerKinds,
  type KnownConnection,
  type NetChanges,
  protocols,
  solutions,
} from './nets.contract.ts'

/** Error messages by field. */
export type FieldErrors = Record<string, string>

const nameMax = 200
const descriptionMax = 2000
// Registers 100-119 hold a password, one character each, and a zero behind it.
const passwordMax = 19
const codeMax = 100

/** Returns the errors that the request alone shows. */
export const netErrors = (changes: NetChanges): FieldErrors => {
  const errors: FieldErrors = {}
  const check = <T>(field: string, value: T | undefined, isRight: (value: T) => boolean, message: string): void => {
    if (value !== undefined && !isRight(value)) errors[field] = message
  }
  check('name', changes.name, (name) => isWithin(name.trim().length, 1, nameMax), `must have 1-${nameMax} characters`)
  check(
    'description',
    changes.description ?? '',
    ({ length }) => length <= descriptionMax,
    `must have at most ${descriptionMax} characters`,
  )
  check('slug', changes.slug, isSlug, 'must have 1-60 of a-z, 0-9, _ and -, with a letter or digit at both ends')
  check('solution', changes.solution, isOneOf(solutions), `must be one of ${solutions.join(', ')}`)
  check('protocol', changes.protocol, isOneOf(protocols), `must be one of ${protocols.join(', ')}`)
  check(
    'controllerKind',
    changes.controllerKind,
    isOneOf(controllerKinds),
    `must be one of ${controllerKinds.join(', ')}`,
  )
  check(
    'controllerModbusUnitId',
    changes.controllerModbusUnitId,
    isIntegerIn(0, 255),
    'must be a whole number from 0 to 255',
  )
  check(
    'devicePasswords',
    changes.devicePasswords,
    (all) => all.every(isPassword),
    `must have 1-${passwordMax} characters of ASCII each`,
  )
  check('latitude', changes.latitude ?? 0, isDegrees(90), 'must be from -90 to 90')
  check('longitude', changes.longitude ?? 0, isDegrees(180), 'must be from -180 to 180')
  return changes.connection === undefined ? errors : { ...errors, ...connectionErrors(changes.connection) }
}

/** Is it of a kind that there is? */
export const isKnownConnection = (connection: NonNullable<NetChanges['connection']>): connection is KnownConnection =>
  isOneOf(connectionKinds)(connection.kind)

const connectionErrors = (connection: NonNullable<NetChanges['connection']>): FieldErrors => {
  if (!isKnownConnection(connection)) return { 'connection.kind': `must be one of ${connectionKinds.join(', ')}` }
  switch (connection.kind) {
    case 'direct':
      return {
        ...(!isHost(connection.ip) && { 'connection.ip': 'must be an IP address, or the name of a host' }),
        ...(!isIntegerIn(1, 65_535)(connection.port) && {
          'connection.port': 'must be a whole number from 1 to 65535',
        }),
      }
    case 'backward':
      return {
        ...(macOf(connection.mac) === null && { 'connection.mac': 'must be six bytes such as 02:00:5e:10:00:01' }),
        ...(!isWithin((connection.connectCode ?? '').length, 0, codeMax) && { 'connection.connectCode': unknownCode }),
      }
    case 'connect-code':
      return isWithin(connection.code.length, 1, codeMax) ? {} : { 'connection.code': unknownCode }
    case 'activation-code':
      return isIntegerIn(10_000_000, 99_999_999)(connection.code) ? {} : { 'connection.code': unknownCode }
  }
}

export const unknownCode = 'is unknown or has expired'

/** Six bytes in hexadecimal, with colons or dashes between or with nothing; as we show them, or null. */
export const macOf = (text: string): string | null => {
  const plain = /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5})$/i.test(text)
  return plain ? (text.toLowerCase().replace(/[:-]/g, '').match(/../g) ?? []).join(':') : null
}

/**
 * Accepts an address, or a name that cannot be confused with one. Whether connecting to it is allowed is checked later.
 */
export const isHost = (text: string): boolean =>
  isIPv4(text) || (isIPv6(text) && !text.includes('%')) || (text.length <= 253 && hostName.test(text))

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

export const isPassword = (text: string): boolean =>
  isWithin(text.length, 1, passwordMax) && /^[\x20-\x7e]*$/.test(text)

const isOneOf =
  (words: readonly string[]) =>
  (word: string): boolean =>
    words.includes(word)

const isIntegerIn =
  (min: number, max: number) =>
  (value: number): boolean =>
    Number.isInteger(value) && isWithin(value, min, max)

const isDegrees =
  (max: number) =>
  (value: number): boolean =>
    isWithin(value, -max, max)

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max
