import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@busbar/kit'
import type { BusAnswer, BusFailure, FieldBus, LineSettings } from '../request.ts'

/** A unit to try, with the timeout for the start of its response. */
interface Attempt {
  readonly uid: number
  readonly timeoutMs: number
}

const firstUid = 1
const lastUid = 247
const patientMs = 400
const patientMaxMs = 1000
const briefMs = 200

/** Makers deliver devices with these, and people count from one. */
const usual: readonly number[] = Array.from({ length: 16 }, (_, at) => at + 1).concat([
  20, 30, 32, 40, 50, 60, 64, 80, 100, 101, 102, 110, 111, 120, 126, 127, 128, 200, 240, 246, 247,
])

/** In order, patiently; or fast: the usual ones first and briefly, then the others with half of that time. */
export function attempts(isFast: boolean): Attempt[] {
  const all = Array.from({ length: lastUid - firstUid + 1 }, (_, at) => firstUid + at)
  if (!isFast) return all.map((uid) => ({ uid, timeoutMs: patientMs }))
  const others = all.filter((uid) => !usual.includes(uid))
  return [
    ...usual.map((uid) => ({ uid, timeoutMs: briefMs })),
    ...others.map((uid) => ({ uid, timeoutMs: briefMs / 2 })),
  ]
}

/** All units in order, with the configured timeout, but at least that of a thorough search. */
export const patientAttempts = (answerMs: number): Attempt[] =>
  attempts(false).map(({ uid }) => ({ uid, timeoutMs: Math.min(Math.max(answerMs, patientMs), patientMaxMs) }))

/** Reads one holding register: any response, also an exception, proves that the unit exists. */
const probe = Uint8Array.of(3, 0, 0, 0, 1)
/** Retries while the bus cannot send: their number and interval. */
const retriesMax = 20
const retryMs = 500
/** Passes over units that have not answered, where one line is searched. */
const passes = 2
/** Requests to a unit that was found, until one is answered again. */
const confirmations = 2

const unanswered: ReadonlySet<BusFailure> = new Set(['timeout', 'crc', 'ForeignTraffic'])
/** Two devices that share a unit id are there, too. */
const isThere = (answer: BusAnswer): boolean => 'ok' in answer || answer.err === 'DuplicateUnit'

export interface SearchOptions {
  readonly bus: FieldBus & { readonly isSlave: boolean; readonly isReady: boolean }
  readonly clock: Clock
  /** Configured response timeout of the line. */
  readonly answerMs: () => number
}

export interface SearchRequest {
  readonly baudRate: number
  readonly charFormat: LineSettings['charFormat']
  /** RTU by default. */
  readonly frameMode?: LineSettings['frameMode'] | undefined
  readonly fastSearch?: boolean | undefined
}

export interface LinesRequest {
  readonly lines: readonly LineSettings[]
  readonly fromUid: number
  readonly toUid: number
  /** The first line with a unit is the last one that is tried. */
  readonly untilFound: boolean
}

export interface LinesResult {
  readonly status: 'DONE' | 'BUSY'
  /** Line settings being tried; null for none. */
  readonly line: LineSettings | null
  readonly uid: number | null
  /** Progress within all requests of the search. */
  readonly asked: number
  readonly total: number
  /** Estimated from past requests; null before the first one. */
  readonly remainingSec: number | null
  readonly foundDevices: (FoundDevice & { readonly isSilent: boolean })[]
}

interface FoundDevice extends LineSettings {
  readonly uid: number
}

export interface SearchStart {
  readonly status: 'DONE' | 'BUSY' | 'ERROR'
  readonly errorCode: 'ERROR_SERIAL_IS_SLAVE' | 'ERROR_SERIAL_NOT_OPEN' | null
}

export interface SearchResult {
  readonly status: 'DONE' | 'BUSY'
  /** Unit being tried; null for none. */
  readonly uid: number | null
  readonly found: number
  readonly foundDevices?: FoundDevice[]
}

interface SearchRun {
  readonly found: FoundDevice[]
  /** Units that responded once and not when polled again. */
  readonly silent: Set<FoundDevice>
  readonly abort: AbortController
  readonly startedMs: number
  total: number
  line: LineSettings | null
  asked: number
  uid: number | null
  isOver: boolean
}

/** Searches for devices on the bus, one unit after another, between the requests of other clients. */
export class Search {
  readonly #bus: SearchOptions['bus']
  readonly #clock: Clock
  readonly #answerMs: () => number
  /** The last search, available until the next one starts. */
  #run: SearchRun | undefined

  constructor({ bus, clock, answerMs }: SearchOptions) {
    this.#bus = bus
    this.#clock = clock
    this.#answerMs = answerMs
  }

  start({ baudRate, charFormat, frameMode = 0, fastSearch = false }: SearchRequest): SearchStart {
    return this.#begin([{ baudRate, charFormat, frameMode }], attempts(fastSearch), {
      untilFound: false,
      isThorough: false,
    })
  }

  /**
   * Searches several speeds and formats briefly, or a single one thoroughly: slow units, and a second pass over units
   * that did not respond.
   */
  startLines({ lines, fromUid, toUid, untilFound }: LinesRequest): SearchStart {
    const isThorough = lines.length === 1
    const order = isThorough ? patientAttempts(this.#answerMs()) : attempts(true)
    const inRange = order.filter(({ uid }) => uid >= fromUid && uid <= toUid)
    return this.#begin(lines, inRange, { untilFound, isThorough })
  }

  /** A frame on the wire must be finished: the search ends after it, and the status is `BUSY` until then. */
  async stop(): Promise<{ status: 'DONE' | 'BUSY' }> {
    this.#run?.abort.abort()
    // A waiting request is dropped at once, and its result is known by then.
    await setImmediate()
    return { status: this.#run?.isOver === false ? 'BUSY' : 'DONE' }
  }

  result(list: boolean): SearchResult {
    const run = this.#run
    const counts = { uid: run?.uid ?? null, found: run?.found.length ?? 0 }
    const status = run?.isOver === false ? 'BUSY' : 'DONE'
    return { status, ...counts, ...(list ? { foundDevices: [...(run?.found ?? [])] } : {}) }
  }

  /** The progress and the result of a search, also of one at a single speed. */
  linesResult(): LinesResult {
    const run = this.#run
    const { line = null, uid = null, asked = 0, total = 0, found = [] } = run ?? {}
    const status = run?.isOver === false ? 'BUSY' : 'DONE'
    const foundDevices = found.map((one) => ({ ...one, isSilent: run?.silent.has(one) === true }))
    return { status, line, uid, asked, total, remainingSec: this.#remainingSec(), foundDevices }
  }

  #remainingSec(): number | null {
    if (this.#run?.isOver !== false || this.#run.asked === 0) return null
    const { asked, total, startedMs } = this.#run
    return Math.ceil((((this.#clock.now() - startedMs) / asked) * (total - asked)) / 1000)
  }

  #begin(
    lines: readonly LineSettings[],
    order: readonly Attempt[],
    { untilFound, isThorough }: { untilFound: boolean; isThorough: boolean },
  ): SearchStart {
    if (this.#run?.isOver === false) return { status: 'BUSY', errorCode: null }
    if (this.#bus.isSlave) return { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' }
    // Without a ready bus, the search would report an empty line.
    if (!this.#bus.isReady) return { status: 'ERROR', errorCode: 'ERROR_SERIAL_NOT_OPEN' }
    const run: SearchRun = {
      found: [],
      silent: new Set(),
      abort: new AbortController(),
      startedMs: this.#clock.now(),
      total: lines.length * order.length * (isThorough ? passes : 1),
      line: null,
      asked: 0,
      uid: null,
      isOver: false,
    }
    this.#run = run
    const work = isThorough ? this.#tryThoroughly(run, lines, order) : this.#tryLines(run, lines, order, untilFound)
    void work.finally(() => {
      run.uid = null
      run.line = null
      run.isOver = true
    })
    return { status: 'DONE', errorCode: null }
  }

  async #tryLines(
    run: SearchRun,
    lines: readonly LineSettings[],
    order: readonly Attempt[],
    untilFound: boolean,
  ): Promise<void> {
    for (const line of lines) {
      if (!(await this.#tryAll(run, line, order))) return
      if (untilFound && run.found.length > 0) return
    }
  }

  async #tryThoroughly(run: SearchRun, lines: readonly LineSettings[], order: readonly Attempt[]): Promise<void> {
    for (const line of lines) {
      for (let pass = 0; pass < passes; pass += 1) {
        const left = order.filter(({ uid }) => !run.found.some((one) => one.uid === uid))
        run.total -= order.length - left.length
        if (!(await this.#tryAll(run, line, left))) return
      }
    }
    await this.#confirm(run, order)
  }

  /** Polls found units again: one that responds only once has a bad cable or shares its ID. */
  async #confirm(run: SearchRun, order: readonly Attempt[]): Promise<void> {
    run.total += run.found.length
    for (const one of run.found) {
      const { uid, ...line } = one
      const timeoutMs = order.find((attempt) => attempt.uid === uid)?.timeoutMs ?? this.#answerMs()
      run.uid = uid
      let answer: BusAnswer = { err: 'timeout' }
      for (let tries = 0; tries < confirmations && !isThere(answer); tries += 1)
        answer = await this.#ask(run, line, uid, timeoutMs)
      run.asked += 1
      if (isThere(answer)) continue
      if (run.abort.signal.aborted) return
      run.silent.add(one)
    }
  }

  /** Returns false where the search cannot continue. */
  async #tryAll(run: SearchRun, line: LineSettings, order: readonly Attempt[]): Promise<boolean> {
    run.line = line
    for (const { uid, timeoutMs } of order) {
      run.uid = uid
      const answer = await this.#ask(run, line, uid, timeoutMs)
      run.asked += 1
      if (isThere(answer)) run.found.push({ uid, ...line })
      else if ('err' in answer && !unanswered.has(answer.err)) return false
    }
    return true
  }

  /** A full queue or an unplugged adapter passes; a slave's port does not. */
  async #ask(
    { abort: { signal } }: SearchRun,
    line: LineSettings,
    unit: number,
    timeoutMs: number,
  ): Promise<BusAnswer> {
    let answer: BusAnswer = { err: 'dropped' }
    for (let retries = 0; retries <= retriesMax && !signal.aborted; retries += 1) {
      if (retries > 0) await this.#pause(signal)
      answer = await this.#bus.transact({ by: 'search', unit, pdu: probe, timeoutMs, line, signal })
      if ('ok' in answer || (answer.err !== 'full' && answer.err !== 'closed')) return answer
    }
    return answer
  }

  #pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(retryMs, resolve)
      const end = (): void => {
        cancel()
        resolve()
      }
      signal.addEventListener('abort', end, { once: true })
    })
  }
}
