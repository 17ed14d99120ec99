import { at } from '@busbar/kit'
import {
  decodeRequest,
  decodeResponse,
  type EnvelopeName,
  envelopes,
  exceptionName,
  type RegisterKind,
  type Request,
} from '@busbar/modbus'
import type { FieldNet, FieldParam, Origin } from '@busbar/polling'
import type { SettledExchange, UnclaimedFrame } from '../link/link-observer.ts'

/** An exchange as who looks at the network sees it. */
export interface ExchangeData {
  /** When it was sent. */
  on: string
  unit: number
  by: Origin['kind']
  person?: string
  fn: number
  address?: number
  count?: number
  /** `ok`, an exception by its name, or why there is no answer. */
  outcome: string
  tookMs: number
  /** Bytes as on the line; over Modbus TCP the unit and what follows it. Missing where they hold a password. */
  sent?: string
  heard?: string
  /** Registers or bits that were read or written. */
  words?: number[]
  /** Decoded values by parameter ID. */
  values?: Record<string, string>
}

/** A frame without a request. */
interface FrameData {
  on: string
  unit: number
  how: 'late' | 'stray'
  /** The unit that was being asked. */
  asked?: number
  heard: string
}

export type ExchangeEvent = { name: 'exchange'; data: ExchangeData } | { name: 'frame'; data: FrameData }

const serialEnvelopes: Partial<Record<FieldNet['protocol'], EnvelopeName>> = {
  'rtu-over-tcp': 'rtu',
  'ascii-over-tcp': 'ascii',
}
const kinds: Partial<Record<number, RegisterKind>> = { 1: 'coil', 2: 'discrete-input', 3: 'holding', 4: 'input' }
/** Maximum number of values shown for a response. */
const valuesMax = 64

export const exchangeEvent = (net: FieldNet, exchange: SettledExchange, nowMs: number): ExchangeEvent => {
  const { unit, pdu, outcome, origin, tookMs } = exchange
  const decoded = decodeRequest(pdu)
  const request = 'ok' in decoded ? decoded.ok : undefined
  return {
    name: 'exchange',
    data: {
      on: new Date(nowMs - tookMs).toISOString(),
      unit,
      by: origin.kind,
      ...(origin.person !== undefined && { person: origin.person }),
      fn: at(pdu, 0),
      ...(request !== undefined && addressRange(request)),
      outcome: outcomeOf(outcome),
      tookMs: Math.round(tookMs * 10) / 10,
      // A viewer of the line need not know what opens a controller.
      ...(origin.kind !== 'passwords' && { ...bytesOf(net, exchange), ...contentOf(net, exchange, request) }),
    },
  }
}

export const frameEvent = (
  { protocol }: FieldNet,
  { unit, pdu, how, askedUnit }: UnclaimedFrame,
  nowMs: number,
): ExchangeEvent => ({
  name: 'frame',
  data: {
    on: new Date(nowMs).toISOString(),
    unit,
    how,
    ...(askedUnit !== null && { asked: askedUnit }),
    heard: hexOf(protocol, unit, pdu),
  },
})

const addressRange = (request: Request): { address?: number; count?: number } => {
  if (!('address' in request)) return {}
  if ('count' in request) return { address: request.address, count: request.count }
  const written = 'words' in request ? request.words.length : 'bits' in request ? request.bits.length : 1
  return { address: request.address, count: written }
}

const outcomeOf = (outcome: SettledExchange['outcome']): string => {
  if ('err' in outcome) return outcome.err
  const [fn = 0, code = 0] = outcome.ok
  return fn > 0x7f ? exceptionName(code) : 'ok'
}

const bytesOf = ({ protocol }: FieldNet, { unit, pdu, outcome, received }: SettledExchange) => {
  const answer =
    received.length > 0 ? received.toHex() : 'ok' in outcome ? hexOf(protocol, unit, outcome.ok) : undefined
  return { sent: hexOf(protocol, unit, pdu), ...(answer !== undefined && { heard: answer }) }
}

const hexOf = (protocol: FieldNet['protocol'], unit: number, pdu: Uint8Array): string => {
  const envelope = serialEnvelopes[protocol]
  if (envelope === undefined) return Uint8Array.of(unit, ...pdu).toHex()
  return new Uint8Array(envelopes[envelope].encode({ transaction: 0, unit, pdu })).toHex()
}

const contentOf = (net: FieldNet, { unit, outcome }: SettledExchange, request: Request | undefined) => {
  if (request === undefined || 'err' in outcome) return {}
  if (!('count' in request)) {
    const written = wordsOf(request)
    return written === null ? {} : { words: written }
  }
  const answer = decodeResponse(outcome.ok, request)
  const words = 'ok' in answer ? wordsOf(answer.ok) : null
  if (words === null) return {}
  const values = valuesOf(net, unit, request, words)
  return { words: words.slice(0, request.count), ...(values !== null && { values }) }
}

const wordsOf = (pdu: object): number[] | null => {
  if ('words' in pdu) return Array.from(pdu.words as ArrayLike<number>)
  if ('bits' in pdu) return Array.from(pdu.bits as ArrayLike<number>)
  if ('word' in pdu) return [pdu.word as number]
  return 'on' in pdu ? [Number(pdu.on)] : null
}

const valuesOf = (
  { devices }: FieldNet,
  unit: number,
  { fn, address, count }: { fn: Request['fn']; address: number; count: number },
  words: readonly number[],
): Record<string, string> | null => {
  const kind = typeof fn === 'number' ? kinds[fn] : undefined
  const isIn = (param: FieldParam): boolean =>
    param.kind === kind && param.count > 0 && param.address >= address && param.address + param.count <= address + count
  const params = devices.filter((device) => device.unit === unit).flatMap((device) => device.params.filter(isIn))
  const values: Record<string, string> = {}
  for (const { id, codec, address: first } of params.slice(0, valuesMax)) {
    const value = codec.decode(words, first - address)
    if ('ok' in value) values[id] = value.ok
  }
  return params.length === 0 ? null : values
}
