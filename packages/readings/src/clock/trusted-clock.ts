import type { Clock } from '@busbar/kit'

/** Readings further ahead of the trusted clock are quarantined; smaller steps of the clock are accepted. */
export const aheadMaxMs = 300_000
/** Smaller steps are normal time synchronization. */
const stepMinMs = 5000
/**
 * Some machines get their time from the network only after they have started: until then the clock is as unknown as at
 * the start.
 */
export const settleMs = 600_000
/** A service with a longer downtime by its clock may as well have a wrong clock. */
export const awayMaxMs = 28 * 86_400_000
/** No reading is older than this service: 2020. */
export const earliestOn = 1_577_836_800_000

/**
 * `ahead`: readings are quarantined because the clock is too far ahead. `behind`: the clock is before the newest stored
 * reading.
 */
export type ClockState = 'steady' | 'ahead' | 'behind'

export interface ClockStep {
  /** Time of the clock after the step, as Unix time in milliseconds. */
  on: number
  byMs: number
}

export interface TrustedClockOptions {
  clock: Clock
  now: () => Date
  /** Uptime of the machine including suspension, which is no reason to doubt its clock. */
  uptimeMs?: () => number
  onStep?: (step: ClockStep, state: ClockState) => void
}

/** State of the clock, stored for the next run. */
export interface ClockMemory {
  /** Trusted time, and time of the wall clock. */
  believedOn: number
  shownOn: number
}

/** Reason for quarantining a reading, and the time of the trusted clock. */
export interface ClockDoubt {
  reason: 'clock-ahead' | 'clock-before-2020'
  believedOn: number
}

/**
 * Compares the wall clock with the monotonic clock. Small steps and steps back are accepted. A larger step forward is
 * not trusted until the clock is set back or an administrator confirms it.
 */
export class TrustedClock {
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #uptimeMs: () => number
  readonly #onStep: NonNullable<TrustedClockOptions['onStep']>
  /** Offset of the wall clock from the monotonic clock: the measured one and the trusted one. */
  #shownMs: number
  #believedMs: number
  /** Time for which the machine was suspended since the start. */
  #sleptMs: number
  #settledAtMs: number
  /** Time of the newest record, stored until the clock is known. */
  #newestOn: number | null = null
  #state: ClockState = 'steady'
  #since: number | null = null
  #lastStep: ClockStep | null = null
  #steps = 0

  constructor({ clock, now, uptimeMs = () => clock.now(), onStep = () => {} }: TrustedClockOptions) {
    this.#clock = clock
    this.#now = now
    this.#uptimeMs = uptimeMs
    this.#onStep = onStep
    this.#shownMs = now().getTime() - clock.now()
    this.#believedMs = this.#shownMs
    this.#sleptMs = uptimeMs() - clock.now()
    this.#settledAtMs = clock.now() + settleMs
  }

  /**
   * Takes over the state of the previous run. The length of the downtime is unknown: a clock is trusted that advanced
   * by up to `awayMaxMs`.
   */
  recall({ believedOn, shownOn }: ClockMemory): void {
    const wallOn = this.#now().getTime()
    const nowMs = this.#clock.now()
    const doubtedMs = shownOn - believedOn
    // The clock of the previous run that was not trusted is still the same.
    if (doubtedMs > aheadMaxMs && wallOn >= shownOn) this.#believedMs = wallOn - doubtedMs - nowMs
    else {
      this.#newestOn = believedOn
      const isBehind = wallOn < believedOn - aheadMaxMs
      this.#believedMs = (isBehind || !this.#isNear(wallOn) ? believedOn : wallOn) - nowMs
    }
    this.#shownMs = wallOn - nowMs
    this.#enter(wallOn)
    if (this.#state !== 'steady') this.#noteStep(wallOn, this.#shownMs - this.#believedMs)
  }

  memory(): ClockMemory {
    this.observe()
    const nowMs = this.#clock.now()
    return { believedOn: Math.round(nowMs + this.#believedMs), shownOn: Math.round(nowMs + this.#shownMs) }
  }

  /** Trusts the current time of the wall clock. */
  believe(): void {
    this.observe()
    this.#newestOn = null
    this.#believedMs = this.#shownMs
    this.#enter(this.#now().getTime())
  }

  /** Returns why a reading of this time must be quarantined; null if it is plausible. */
  doubtOf(readOn: number): ClockDoubt | null {
    this.observe()
    const believedOn = this.#clock.now() + this.#believedMs
    const isEarly = readOn < earliestOn
    if (!isEarly && readOn <= believedOn + aheadMaxMs) return null
    return { reason: isEarly ? 'clock-before-2020' : 'clock-ahead', believedOn: Math.round(believedOn) }
  }

  get state(): ClockState {
    return this.#state
  }

  status(): { state: ClockState; aheadMs: number; since: number | null; lastStep: ClockStep | null; steps: number } {
    this.observe()
    const aheadMs = this.#state === 'steady' ? 0 : Math.round(this.#shownMs - this.#believedMs)
    return { state: this.#state, aheadMs, since: this.#since, lastStep: this.#lastStep, steps: this.#steps }
  }

  /** Reads both clocks. */
  observe(): void {
    const wallOn = this.#now().getTime()
    const shownMs = wallOn - this.#clock.now()
    const byMs = shownMs - this.#shownMs
    if (byMs === 0) return
    this.#shownMs = shownMs
    const sleptMs = Math.abs(byMs) >= stepMinMs ? this.#sleptSince() : 0
    this.#believedMs += sleptMs
    if (Math.abs(shownMs - this.#believedMs) <= aheadMaxMs) this.#believedMs = shownMs
    else if (shownMs > this.#believedMs && this.#clock.now() < this.#settledAtMs && this.#isNear(wallOn)) {
      this.#believedMs = shownMs
    }
    this.#enter(wallOn)
    if (Math.abs(byMs - sleptMs) >= stepMinMs) this.#noteStep(wallOn, byMs - sleptMs)
  }

  /**
   * Returns whether the time is plausible after a downtime, given the newest record. Any time is near an impossible
   * one.
   */
  #isNear(wallOn: number): boolean {
    const newestOn = this.#newestOn ?? this.#clock.now() + this.#believedMs
    return wallOn <= newestOn + awayMaxMs || newestOn < earliestOn
  }

  #sleptSince(): number {
    const sleptMs = this.#uptimeMs() - this.#clock.now()
    const byMs = sleptMs - this.#sleptMs
    this.#sleptMs = sleptMs
    // The two clocks are not read at the same instant.
    return byMs >= stepMinMs ? byMs : 0
  }

  #enter(wallOn: number): void {
    const aheadMs = this.#shownMs - this.#believedMs
    const state = aheadMs > aheadMaxMs ? 'ahead' : aheadMs < -aheadMaxMs ? 'behind' : 'steady'
    if (state === this.#state) return
    this.#state = state
    this.#since = state === 'steady' ? null : wallOn
  }

  #noteStep(on: number, byMs: number): void {
    this.#lastStep = { on, byMs: Math.round(byMs) }
    this.#steps += 1
    this.#onStep(this.#lastStep, this.#state)
  }
}
