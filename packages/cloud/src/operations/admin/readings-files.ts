import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { History } from '@busbar/readings'
import { markParamDays } from '../../energy/stored/stored.sql.ts'
import { type ExportRequest, exportReadings, plannedExport } from '../../history/export/export-readings.ts'
import { readingsMap } from '../../history/import/import.contract.ts'
import { importReadings, lineReader, type ReadingsSource } from '../../history/import/import-readings.ts'
import type { LineRules } from '../../history/import/parse-readings-job.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'
import { readHomeAssistant } from './home-assistant-db.ts'
import { asAdminProblem, needOrg } from './transfer.ts'

type Rules = Omit<LineRules, 'format'> & { format: LineRules['format'] | 'home-assistant' }

interface ReadingsImportOptions {
  orgId: number
  file: string
  mapFile: string | null
  rules: Rules
  into: 'past' | 'gaps'
  isDry: boolean
  /** Hears every so often how many lines have been read. */
  onProgress: (lines: number) => void
}

export type ReadingsOutcome = Awaited<ReturnType<typeof importReadings>>

const progressLines = 500_000

/** Imports readings from a file of any size. */
export const importReadingsFrom = async (admin: Admin, options: ReadingsImportOptions): Promise<ReadingsOutcome> => {
  const { orgId, file, mapFile, rules, into, isDry, onProgress } = options
  await needOrg(admin, orgId)
  if (!existsSync(file)) throw new AdminProblem(`There is no file ${file}.`)
  const map = mapFile === null ? {} : await mapIn(mapFile)
  const source =
    rules.format === 'home-assistant'
      ? readHomeAssistant(file, onProgress)
      : readLines({ ...rules, format: rules.format }, file, onProgress)
  const history = new History({ sql: admin.db.sql })
  const energy = { markDaysInTx: markParamDays }
  try {
    const request = { orgId, name: basename(file), map, into, isDry }
    return await asAdminProblem(
      null,
      importReadings({ db: admin.db, history, energy }, administrator(admin), request, source),
    )
  } finally {
    await history.stop()
  }
}

const mapIn = async (path: string) => {
  try {
    const map = readingsMap.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (map.success) return map.data
  } catch (error) {
    throw new AdminProblem(`The map ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  throw new AdminProblem(`${path} must be like {"sensor.pv_power": 17, "old": {"paramId": 9, "multiplier": "0.001"}}.`)
}

/** Line by line, so that a file of any size is read. */
const readLines =
  (rules: LineRules, file: string, onProgress: (lines: number) => void): ReadingsSource =>
  async (take) => {
    const hash = createHash('sha256')
    const bytes = createReadStream(file)
    bytes.on('data', (some) => hash.update(some))
    let number = 0
    let read: ReturnType<typeof lineReader> | null = null
    for await (const line of createInterface({ input: bytes, crlfDelay: Infinity })) {
      number += 1
      if (number % progressLines === 0) onProgress(number)
      const isHeading = read === null && rules.format === 'csv'
      read ??= lineReader(rules, line)
      if (isHeading || line.trim() === '') continue
      for (const found of read(line, number)) await take(found)
    }
    return { sha256: hash.digest('hex') }
  }

/** Writes readings of an organization to a file that is not there yet; `.gz` at its end packs it. */
export const exportReadingsTo = async (admin: Admin, file: string, request: ExportRequest): Promise<void> => {
  await needOrg(admin, request.orgId)
  const params = await asAdminProblem(null, plannedExport(admin.db.sql, request))
  const history = new History({ sql: admin.db.sql })
  let fd: number
  try {
    fd = openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new AdminProblem(`The file cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  try {
    const pieces = Readable.from(exportReadings({ sql: admin.db.sql, history }, params, request))
    const out = createWriteStream(file, { fd })
    await (file.endsWith('.gz') ? pipeline(pieces, createGzip(), out) : pipeline(pieces, out))
  } catch (error) {
    // A file that is cut must not be taken for a whole one.
    await rm(file, { force: true })
    throw error
  } finally {
    await history.stop()
  }
}
