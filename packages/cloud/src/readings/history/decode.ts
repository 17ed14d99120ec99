import type { Readings } from '../readings.ts'
import { CutDays, cutFirsts } from './cut-days.ts'
import { addDays, type Figures, noFigures } from './figures.rules.ts'
import { concat } from './join.rules.ts'
import { decodeBounds, decodeDays, type HourBounds, type PackedDays } from './packed-days.ts'

/** What is made of a span's cold bytes: here, or where that would take long by the thread. */
export interface Results {
  /** All readings. */
  readings: Readings
  /** Hours of whole days. */
  bounds: HourBounds
  /** The first reading of each segment that has one. */
  firsts: Readings
  /** Of the segments, without the readings of some days. */
  figures: Figures
}

interface Cut {
  cold: Uint8Array | null
  borders: Float64Array
}

export type DecodeJob =
  | { kind: 'readings'; packed: PackedDays }
  | { kind: 'bounds'; packed: PackedDays }
  | ({ kind: 'firsts' } & Cut)
  | ({ kind: 'figures'; without: ReadonlySet<number> } & Cut)

export function decode(job: DecodeJob): Results[DecodeJob['kind']] {
  if (job.kind === 'readings') return concat(decodeDays(job.packed))
  if (job.kind === 'bounds') return decodeBounds(job.packed)
  const days = new CutDays(job.cold)
  if (job.kind === 'firsts') return cutFirsts(days, job.borders)
  const figures = noFigures(job.borders.length - 1)
  addDays(figures, job.borders, days, job.without)
  return figures
}
