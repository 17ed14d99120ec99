import type { FieldDevice, FieldParam } from './net.ts'
import type { PolledValues } from './poll.ts'
import type { Reason } from './reasons.ts'

/** Result of one poll, by the parameter's index. */
export class PollResult {
  readonly #device: FieldDevice
  readonly #values: (number | null)[]
  #texts: Map<number, string> | null = null
  #errors: Map<number, Reason> | null = null

  constructor(device: FieldDevice) {
    this.#device = device
    this.#values = device.params.map(() => null)
  }

  /** Parameters are in the order of their IDs, so a binary search finds one. */
  indexOf({ id }: FieldParam): number {
    const { params } = this.#device
    let [low, high] = [0, params.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((params[middle]?.id ?? id) < id) low = middle + 1
      else high = middle
    }
    return low
  }

  number(index: number, value: number): void {
    this.#values[index] = value
  }

  text(index: number, text: string): void {
    this.#texts ??= new Map()
    this.#texts.set(index, text)
  }

  failed(index: number, reason: Reason): void {
    this.#errors ??= new Map()
    this.#errors.set(index, reason)
  }

  allFailed(params: readonly FieldParam[], reason: Reason): void {
    for (const param of params) this.failed(this.indexOf(param), reason)
  }

  /** Sets the reason for all parameters without a value or a reason of their own. */
  restFailed(reason: Reason): void {
    for (const [index, value] of this.#values.entries()) {
      if (value === null && !this.#texts?.has(index) && !this.#errors?.has(index)) this.failed(index, reason)
    }
  }

  /** Returns whether any value was read. */
  get hasRead(): boolean {
    return this.#texts !== null || this.#values.some((value) => value !== null)
  }

  poll(readOn: number): PolledValues {
    const { orgId, id: deviceId, params } = this.#device
    return { orgId, deviceId, readOn, params, values: this.#values, texts: this.#texts, errors: this.#shownErrors() }
  }

  /** Stores a reason that all parameters share only once. */
  #shownErrors(): PolledValues['errors'] {
    const errors = this.#errors
    if (!errors || errors.size < this.#values.length) return errors
    const [reason, ...others] = new Set(errors.values())
    return reason !== undefined && others.length === 0 ? reason : errors
  }
}

/** A poll without any request. */
export const gapPoll = ({ orgId, id: deviceId, params }: FieldDevice, readOn: number, reason: Reason): PolledValues => {
  const values = params.map(() => null)
  return { orgId, deviceId, readOn, params, values, texts: null, errors: reason }
}
