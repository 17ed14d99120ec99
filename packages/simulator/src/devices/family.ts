import type { ExceptionCode } from '@busbar/modbus'
import type { DeviceTemplate } from '@busbar/templates'

/** What a parameter shows: a number in its own units (a bit is 0 or 1) or a text. */
export type ParamValue = number | string

/** What one device is: its seed, what was written, and what its family adds. Nothing in it changes by itself. */
export interface Process {
  readonly seed: number
  /** Programmable parameters that are plain memory, by label. */
  settings: Readonly<Record<string, ParamValue>>
}

/** Holding registers that no parameter names. */
export interface Memory<P> {
  has(process: P, address: number): boolean
  read(process: P, address: number, now: number): number
  /** The exception with which a word is refused. */
  refuses(process: P, address: number, word: number): ExceptionCode | undefined
  write(process: P, address: number, word: number): void
}

/** How the devices of a template behave. Reading changes nothing: all is worked out from the process and the time. */
export interface Family<P extends Process, M> {
  readonly sku: string
  /** Where it has more registers than the shipped template of the SKU. */
  readonly template?: DeviceTemplate
  create(seed: number): P
  /** What the parameters have in common at one instant, worked out once for each read. */
  moment(process: P, now: number): M
  /** What each parameter shows; those in the settings show what was written. */
  readonly shows: Readonly<Record<string, (moment: M, process: P) => ParamValue>>
  /** Brings what was gathered under the old settings up to now: called before every write. */
  settle?(process: P, now: number): void
  /** Writes that do more than being remembered. */
  readonly writes?: Readonly<Record<string, (process: P, value: number, now: number) => void>>
  /** The exception with which a write to a parameter is refused. */
  refuses?(process: P, label: string): ExceptionCode | undefined
  readonly memory?: Memory<P>
}
