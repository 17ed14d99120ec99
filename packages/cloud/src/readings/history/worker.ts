import type { Readings } from '../readings.ts'
import { concat } from './join.rules.ts'
import {
  type DecodeJob,
  decodeBounds,
  decodeDays,
  decodeFirsts,
  type HourBounds,
  type HourFirsts,
} from './packed-days.ts'
import { serveJobs } from './serve-jobs.ts'

/** The thread that decodes for History. */
serveJobs((job) => {
  const result = decode(job as DecodeJob)
  return { result, transfer: Object.values(result).map(({ buffer }: Float64Array) => buffer as ArrayBuffer) }
})

const decode = ({ column, packed, isBounds }: DecodeJob): Readings | HourFirsts | HourBounds => {
  if (column === 'data') return concat(decodeDays(packed))
  return isBounds ? decodeBounds(packed) : decodeFirsts(packed)
}
