import { exceptionPdu, type Frame, functionCode } from '@busbar/modbus'

/** An answer on its way to the wire. */
export interface Delivery {
  ask: Uint8Array
  frame: Frame
  isDamaged: boolean
  isLost: boolean
  /** Before its first byte leaves. */
  waitMs: number
  /** Later answers may leave before it. */
  isOvertaken: boolean
  msPerByte: number
  /** Stray bytes before it. */
  strayBytes: number
}

type Params = Readonly<Record<string, number>>

interface FaultKind {
  about: string
  /** Its numbers, with their defaults. */
  params: Params
  spoil?(delivery: Delivery, params: Params, nowMs: number): Partial<Delivery>
  /** How the connection itself behaves; for whole lines. */
  link?: 'silent' | 'noisy' | 'flapping'
}

/** Every fault by its name. They change what goes over the wire, never how a device works. */
export const faultKinds = {
  dead: { about: 'does not respond', params: {}, spoil: () => ({ isLost: true }) },
  slow: {
    about: 'responds after `ms`, one request at a time',
    params: { ms: 300 },
    spoil: ({ waitMs }, { ms = 0 }) => ({ waitMs: waitMs + ms }),
  },
  late: {
    about: 'responds after `ms`; other responses may arrive earlier',
    params: { ms: 1500 },
    spoil: ({ waitMs }, { ms = 0 }) => ({ waitMs: waitMs + ms, isOvertaken: true }),
  },
  'wrong-unit': {
    about: 'responds with a unit ID that is higher by `by`',
    params: { by: 1 },
    spoil: ({ frame }, { by = 1 }) => ({ frame: { ...frame, unit: (frame.unit + by) & 0xff } }),
  },
  'bad-crc': {
    about: 'responds with a wrong checksum (over Modbus TCP: a wrong protocol number)',
    params: {},
    spoil: () => ({ isDamaged: true }),
  },
  exception: {
    about: 'responds to every request with exception `code`',
    params: { code: 4 },
    spoil: ({ ask, frame }, { code = 4 }) => ({ frame: { ...frame, pdu: exceptionPdu(functionCode(ask), code) } }),
  },
  'illegal-range': {
    about: 'responds "illegal data address" to requests for registers `from` to `till`',
    params: { from: 0, till: 65_535 },
    spoil: ({ ask, frame }, { from = 0, till = 0 }) =>
      touches(ask, from, till) ? { frame: { ...frame, pdu: exceptionPdu(functionCode(ask), 2) } } : {},
  },
  noise: {
    about: 'sends `bytes` stray bytes before each response, and `perSec` a second on an idle line',
    params: { bytes: 3, perSec: 1 },
    spoil: ({ strayBytes }, { bytes = 0 }) => ({ strayBytes: strayBytes + bytes }),
    link: 'noisy',
  },
  'half-open': {
    about: 'keeps the connection open but neither reads nor writes; when cleared, the connection is reset',
    params: {},
    spoil: () => ({ isLost: true }),
    link: 'silent',
  },
  drip: {
    about: 'responds byte by byte, `ms` apart',
    params: { ms: 100 },
    spoil: (_, { ms = 0 }) => ({ msPerByte: ms }),
  },
  flapping: {
    about: 'works for `upMs`, then fails for `downMs`, repeatedly; a line drops its connections',
    params: { upMs: 5000, downMs: 5000 },
    spoil: (_, params, nowMs) => ({ isLost: isDown(params, nowMs) }),
    link: 'flapping',
  },
} as const satisfies Record<string, FaultKind>

export type FaultName = keyof typeof faultKinds

/** A fault with its numbers. */
export interface Fault {
  name: FaultName
  params: Params
  /** Flapping begins with being there. */
  sinceMs: number
}

export const kindOf = (name: FaultName): FaultKind => faultKinds[name]

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultKinds, name)

/** Is something that flaps away just now? */
export const isDown = ({ upMs = 0, downMs = 0 }: Params, elapsedMs: number): boolean =>
  elapsedMs % (upMs + downMs) >= upMs

/** From here to the next time it comes or goes. */
export const untilTurnMs = ({ upMs = 0, downMs = 0 }: Params, elapsedMs: number): number => {
  const atMs = elapsedMs % (upMs + downMs)
  return atMs < upMs ? upMs - atMs : upMs + downMs - atMs
}

/** Applies faults in their order. */
export const spoil = (delivery: Delivery, faults: readonly Fault[], nowMs: number): Delivery =>
  faults.reduce((spoilt, { name, params, sinceMs }) => {
    const change = kindOf(name).spoil?.(spoilt, params, nowMs - sinceMs)
    return { ...spoilt, ...change, isLost: spoilt.isLost || (change?.isLost ?? false) }
  }, delivery)

/** Functions 1-6, 15, 16, 22 and 23 begin with an address; those that carry a count have it next. */
const touches = (ask: Uint8Array, from: number, till: number): boolean => {
  const [fn = 0, high = 0, low = 0, countHigh = 0, countLow = 0] = ask
  if (![1, 2, 3, 4, 5, 6, 15, 16, 22, 23].includes(fn)) return false
  const address = (high << 8) | low
  const count = [5, 6, 22].includes(fn) ? 1 : (countHigh << 8) | countLow
  return address <= till && address + count > from
}
