import type { Readings } from '../readings.ts'
import { concat } from './join.rules.ts'
import { type DecodeJob, decodeDays, decodeFirsts, type HourFirsts } from './packed-days.ts'
import { serveJobs } from './serve-jobs.ts'

/** The thread that decodes for History. */
serveJobs((job) => {
  const { column, packed } = job as DecodeJob
  const result: Readings | HourFirsts = column === 'data' ? concat(decodeDays(packed)) : decodeFirsts(packed)
  return { result, transfer: Object.values(result).map(({ buffer }: Float64Array) => buffer as ArrayBuffer) }
})
