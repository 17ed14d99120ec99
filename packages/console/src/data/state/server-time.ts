import { localTexts } from '@busbar/ui'

/** The two ways in which a browser measures time. */
interface LocalTime {
  /** Milliseconds since 1970, as this computer shows them: its user may have set any time. */
  wallMs: () => number
  /** Never goes back, but may stand still while the computer sleeps. */
  steadyMs: () => number
}

/** A time that the server sent, and when it arrived. */
interface Sample {
  serverMs: number
  wallMs: number
  steadyMs: number
}

/** Older samples are dropped: the server's clock may have been set back, and clocks drift. */
const sampleAgeMsMax = 30_000
/** Smaller corrections are not announced. */
const stepMsMin = 1000

/**
 * The server's time as this browser can compute it. A time from the server is never ahead of the server when it arrives, only behind by its
 * delay, so the latest estimate of the last samples is the best one.
 */
export class ServerClock {
  readonly #local: LocalTime
  readonly #firstOffsetMs: number
  readonly #listeners = new Set<() => void>()
  #samples: Sample[] = []

  /** `firstOffsetMs` applies until the server has sent a time. */
  constructor(local: LocalTime, firstOffsetMs = 0) {
    this.#local = local
    this.#firstOffsetMs = firstOffsetMs
  }

  now(): number {
    if (this.#samples.length === 0) return this.#local.wallMs() + this.#firstOffsetMs
    return Math.max(...this.#samples.map((sample) => this.#timeBy(sample)))
  }

  /** How far the server is ahead of this computer; negative where it is behind. */
  offsetMs(): number {
    return this.now() - this.#local.wallMs()
  }

  /** Takes a time that the server sent and that arrived just now. */
  note(serverMs: number): void {
    if (!Number.isFinite(serverMs)) return
    const before = this.now()
    const useful = this.#samples.filter(
      (sample) => this.#elapsedMs(sample) <= sampleAgeMsMax && this.#timeBy(sample) > serverMs,
    )
    this.#samples = [...useful, { serverMs, wallMs: this.#local.wallMs(), steadyMs: this.#local.steadyMs() }]
    if (Math.abs(this.now() - before) >= stepMsMin) for (const listener of this.#listeners) listener()
  }

  /** Calls when the time was corrected by a second or more. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #timeBy(sample: Sample): number {
    return sample.serverMs + this.#elapsedMs(sample)
  }

  /** Only the wall clock advances during sleep. If both differ, values rather look too old than too new. */
  #elapsedMs({ wallMs, steadyMs }: Sample): number {
    return Math.max(0, this.#local.wallMs() - wallMs, this.#local.steadyMs() - steadyMs)
  }
}

/** Kept so that a page which is opened again knows the time before the first answer. `boot.ts` reads it too. */
const storageKey = 'busbar.clock-offset'

const storedOffsetMs = (): number => {
  const offsetMs = Number(localTexts.get(storageKey))
  return Number.isFinite(offsetMs) ? offsetMs : 0
}

/** The server's time on this page: whatever is compared with times of the server is compared with this, not with the computer's clock. */
export const serverClock = new ServerClock(
  { wallMs: () => Date.now(), steadyMs: () => performance.now() },
  storedOffsetMs(),
)

serverClock.subscribe(() => localTexts.set(storageKey, String(Math.round(serverClock.offsetMs()))))

export const serverNow = (): number => serverClock.now()

/** The server's time at the moment when this computer's clock showed `localMs`. */
export const serverTimeOf = (localMs: number): number => localMs + serverClock.offsetMs()

/** Takes the time of an answer over HTTP. */
export const noteServerTime = ({ headers }: Response): void => serverClock.note(Date.parse(headers.get('date') ?? ''))
