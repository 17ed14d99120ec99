import type { LineSettings } from './request.ts'

/** The part of the setting `serial` that the bus works by. */
export interface BusSettings extends LineSettings {
  /** 0 slave, 1 master, 2 raw. */
  readonly hdxMode: 0 | 1 | 2
  /** The silence between frames is multiplied by 2 to the power of this. */
  readonly delayForRtuQ: number
  /** For an answer to begin; 0 is the bus's own. */
  readonly delayForRtuMs: number
  readonly delayForAsciiMs: number
}

/** Would a port have to be set anew? How frames look is no matter to it. */
export const isSamePort = (a: LineSettings, b: LineSettings): boolean =>
  a.baudRate === b.baudRate && a.charFormat === b.charFormat
