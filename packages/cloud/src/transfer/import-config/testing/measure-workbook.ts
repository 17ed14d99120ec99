import { readFileSync } from 'node:fs'
import { monotonicClock } from '@busbar/kit'
import { createConfigReader } from '../import-config.ts'
import { repeatedSheet } from './repeated-sheet.ts'

/** Prints by how many megabytes the peak memory of this process grows while it reads a workbook. The peak never falls, so each needs its own process. */
const peakMb = (): number => {
  const [, peakKb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  if (peakKb === undefined) throw new Error('the system does not report the peak memory')
  return Number(peakKb) / 1024
}

const reader = createConfigReader(monotonicClock)
const read = (count: number) =>
  reader.run({
    files: [{ name: 'map.xlsx', content: repeatedSheet(count) }],
    context: { answers: {}, nets: [], isTemplatesOnly: true },
    format: null,
  })
const sheets = Number(process.argv[2])
// Loads the thread and its modules first.
await read(1)
const before = peakMb()
const result = await read(sheets)
if ('problem' in result) throw new Error(result.problem)
console.log(peakMb() - before)
await reader.stop()
