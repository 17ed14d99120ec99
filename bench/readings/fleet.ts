import type { Poll } from '@busbar/readings'
import { Meter, paramsPerMeter, periodMs } from './meter.ts'

export const orgId = 1
const phasesPerPeriod = 150
const tenthMs = 100

/** From 1, device by device. */
export const paramIdOf = (deviceId: number, column: number): number => (deviceId - 1) * paramsPerMeter + column + 1

/** When a device's poll of a round begins: devices are spread over the period. */
export const readOnOf = (fromMs: number, round: number, deviceId: number): number =>
  fromMs + round * periodMs + (deviceId % phasesPerPeriod) * tenthMs

/** A device as it is recorded: the same list of parameters with every poll. */
export class PolledMeter {
  readonly deviceId: number
  readonly #params: Poll['params']

  constructor(deviceId: number) {
    this.deviceId = deviceId
    this.#params = Array.from({ length: paramsPerMeter }, (_, column) => ({
      id: paramIdOf(deviceId, column),
      valueType: 'f32' as const,
    }))
  }

  poll(readOn: number, values: number[]): Poll {
    return { orgId, deviceId: this.deviceId, readOn, params: this.#params, values, texts: null, errors: null }
  }
}

/** Meters that are polled round after round. */
export class Fleet {
  readonly #fromMs: number
  readonly #devices: { polled: PolledMeter; meter: Meter }[]
  #round = 0

  /** Devices from 1 on; the first round is at `fromMs`. */
  constructor(count: number, fromMs: number) {
    this.#fromMs = fromMs
    this.#devices = Array.from({ length: count }, (_, i) => ({
      polled: new PolledMeter(i + 1),
      meter: new Meter(i + 1),
    }))
  }

  /** The polls of so many rounds, round by round. */
  polls(rounds: number): Poll[] {
    return Array.from({ length: rounds }, () => this.#poll()).flat()
  }

  #poll(): Poll[] {
    const round = this.#round
    this.#round += 1
    return this.#devices.map(({ polled, meter }) =>
      polled.poll(readOnOf(this.#fromMs, round, polled.deviceId), meter.next()),
    )
  }
}
