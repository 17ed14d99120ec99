import type { Readable } from 'node:stream'
import { damaged, decodeFrames, sealedFrom } from './frames.ts'
import { readSeal } from './seal.ts'
import { unzip } from './unzip.ts'
import { wholeFrames } from './whole-frames.ts'

export interface BackupFacts {
  madeOn: string
  migration: number
  tables: number
  rows: number
}

/** Reads a whole backup without writing anything; finds any bit that has changed. */
export const checkBackup = async (open: () => Readable): Promise<BackupFacts> => {
  const seal = await readSeal(open())
  if (seal === 'wrong') throw damaged('it was modified or damaged')
  const facts = { madeOn: '', migration: 0, tables: 0, rows: 0 }
  for await (const frame of wholeFrames(decodeFrames(unzip(open())))) {
    if (frame.kind === 'E') facts.rows += frame.value.rows
    if (frame.kind === 'Z') facts.tables = frame.value.tables
    if (frame.kind !== 'H') continue
    const { format, madeOn, migration } = frame.value
    if (seal === 'none' && format >= sealedFrom) throw damaged('its seal is missing or has changed')
    Object.assign(facts, { madeOn, migration })
  }
  return facts
}
