import type { OwnLine } from './own-line.rules.ts'

/** Values behind the registers of the gateway's own unit. */
export interface OwnRegisters {
  readonly type: number
  readonly version: number
  /** Seconds of the local day; null when the sun does not rise or set, or the position is unknown. */
  time(): { readonly daySec: number; readonly sunriseSec: number | null; readonly sunsetSec: number | null }
  /** Line settings in effect. */
  line(): OwnLine
  /** Stores these, and has them take effect as any other change of settings; false where the disk does not take them. */
  saveLine(line: OwnLine): Promise<boolean>
  /** Defaults of the serial line and the own unit only. */
  lineDefaults(): OwnLine
  restart(): void
  /** Registers 2000-2999: what tasks show there, or the number of an exception. */
  tasks(address: number, count: number): readonly number[] | number
  /** Registers 1000-1010. */
  announcement(): readonly number[]
}
