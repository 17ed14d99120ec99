import type { ExceptionName, ValueError } from '@busbar/modbus'
import type { ExchangeResult } from './modbus-client.ts'

/** Reasons for a missing value. They are part of the API: none of them ever changes its meaning. */
export type Reason = keyof typeof reasons | ExceptionName

/** Besides these, the names of Modbus exceptions, which the device returned. */
export const reasons = {
  Timeout: 'The device did not answer in time.',
  Crc: 'What came as an answer was damaged on its way.',
  Malformed: 'The answer was whole, and made no sense.',
  NoConnection: 'The network was not connected, or its connection ended before the answer came.',
  Overloaded: 'Too many requests were waiting for the network already.',
  NoValue: 'The device says that it has no value: it holds a number that means so.',
  NotANumber: 'The device holds NaN in place of a number.',
  Infinite: 'The device holds infinity, or the scaled value is beyond all numbers.',
  NotBcd: 'A digit of a BCD number is more than nine.',
  TooShort: 'The answer has fewer registers than the value takes.',
  Unreadable: 'It cannot be read as it is set up: its format, its address, or a unit that means everybody.',
  InputOld: 'Of a computed value: something that it is made from was not read for one and a half periods.',
  InputGone: 'Of a computed value: something that it is made from is no more.',
  DivisionByZero: 'Of a computed value: its formula divides by zero.',
  OutOfRange: 'Of a computed value: a number on the way is too large, or a power is none that is worked out.',
} as const

/** Reasons for an exchange without a response. */
export type Failure = Extract<ExchangeResult<never>, { err: unknown }>['err']

/** `aborted` is used by a link that closes; callers that abort need no reason. */
const linkReasons: Readonly<Record<Exclude<Failure, ExceptionName>, Reason>> = {
  timeout: 'Timeout',
  held: 'Timeout',
  crc: 'Crc',
  malformed: 'Malformed',
  full: 'Overloaded',
  expired: 'Overloaded',
  closed: 'NoConnection',
  aborted: 'NoConnection',
  'no-connection': 'NoConnection',
}

const isOfLink = (err: Failure): err is keyof typeof linkReasons => err in linkReasons

/** No response, a damaged one, or an exception that reports unfinished work. */
const unclear: ReadonlySet<Failure> = new Set([
  'timeout',
  'crc',
  'closed',
  'malformed',
  'aborted',
  'Acknowledge',
  'ServerDeviceFailure',
  'GatewayTargetDeviceFailedToRespond',
])

/** Returns whether a command that failed with this reason may have been executed nevertheless. */
export const isUnclear = (err: Failure): boolean => unclear.has(err)

/** Reason for missing registers. */
export const failureReason = (err: Failure): Reason => (isOfLink(err) ? linkReasons[err] : err)

const valueReasons: Readonly<Record<ValueError, Reason>> = {
  'no-value': 'NoValue',
  'not-a-number': 'NotANumber',
  infinite: 'Infinite',
  'not-bcd': 'NotBcd',
  'too-short': 'TooShort',
  text: 'Unreadable',
}

/** Reason for registers without a value. */
export const valueReason = (err: ValueError): Reason => valueReasons[err]
