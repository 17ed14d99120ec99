import type { ExceptionCode } from '@busbar/modbus'
import type { DeviceTemplate } from '@busbar/templates'

/** The value of a parameter: a number in its units (a bit is 0 or 1) or a text. */
export type ParamValue = number | string

/** The state of a device: its seed, its written settings, and fields of its family. It never changes by itself. */
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
  /** The template, if it has more registers than the shipped one of the SKU. */
  readonly template?: DeviceTemplate
  create(seed: number): P
  /** Values that the parameters share at one instant, computed once per read. */
  moment(process: P, now: number): M
  /** Functions that return the values of parameters; those of settings return what was written. */
  readonly shows: Readonly<Record<string, (moment: M, process: P) => ParamValue>>
  /** Brings what was gathered under the old settings up to now: called before every write. */
  settle?(process: P, now: number): void
  /** Writes that do more than being remembered. */
  readonly writes?: Readonly<Record<string, (process: P, value: number, now: number) => void>>
  /** The exception with which a write to a parameter is refused. */
  refuses?(process: P, label: string): ExceptionCode | undefined
  readonly memory?: Memory<P>
}
