import type { OwnLine } from './own-line.rules.ts'

/** What the gateway tells and takes at its own unit. The program answers. */
export interface OwnRegisters {
  readonly type: number
  readonly version: number
  /** Seconds of the local day; null where the sun does not rise or set, or that is not known. */
  time(): { readonly daySec: number; readonly sunriseSec: number | null; readonly sunsetSec: number | null }
  /** What is in force. */
  line(): OwnLine
  /** Stores these, and has them take effect as any other change of settings; false where the disk does not take them. */
  saveLine(line: OwnLine): Promise<boolean>
  /** Of the serial line and the own unit; nothing else. */
  lineDefaults(): OwnLine
  restart(): void
  /** Registers 2000-2999: what tasks show there, or the number of an exception. */
  tasks(address: number, count: number): readonly number[] | number
  /** Registers 1000-1010. */
  announcement(): readonly number[]
}
