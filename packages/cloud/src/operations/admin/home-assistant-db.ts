import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { valueOf } from '@busbar/import'
import type { ReadingsSource } from '../../history/import/import-readings.ts'
import { AdminProblem } from './admin.ts'

interface Row {
  name: string
  /** Seconds since 1970. */
  at: number
  value: string | number | null
}

const progressRows = 500_000

/** States as they were recorded: about ten days of them. */
const states = `
  select m.entity_id as name, s.last_updated_ts as at, s.state as value
  from states s join states_meta m on m.metadata_id = s.metadata_id
  where s.last_updated_ts is not null order by s.last_updated_ts`

/**
 * Hourly statistics, which Home Assistant never deletes: the mean of a measurement at the middle of its hour, the state
 * of a counter at its end. Only hours before the first stored state of the same entity.
 */
const statistics = `
  select m.statistic_id as name, s.start_ts + case when m.has_mean then 1800 else 3600 end as at,
         case when m.has_mean then s.mean else s.state end as value
  from statistics s join statistics_meta m on m.id = s.metadata_id
  where s.start_ts + 3600 <= coalesce((
    select min(o.last_updated_ts) from states o join states_meta om on om.metadata_id = o.metadata_id
    where om.entity_id = m.statistic_id), 1e12)
  order by s.metadata_id, s.start_ts`

/** Readings of a copy of Home Assistant's own database. The one that it writes into is refused: it changes while it is read. */
export const readHomeAssistant = (file: string, onProgress: (rows: number) => void): ReadingsSource => {
  if (existsSync(`${file}-wal`)) {
    throw new AdminProblem(
      `${file} is in use: there is ${file}-wal. Take a copy while Home Assistant is stopped, or out of its backup.`,
    )
  }
  return async (take) => {
    let rows = 0
    let database: DatabaseSync
    try {
      database = new DatabaseSync(file, { readOnly: true })
    } catch (error) {
      throw new AdminProblem(
        `${file} is no database of Home Assistant: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
    try {
      for (const query of [statistics, states]) {
        for (const { name, at, value } of database.prepare(query).iterate() as Iterable<Row & Record<string, never>>) {
          rows += 1
          if (rows % progressRows === 0) onProgress(rows)
          await take({ name, time: Math.round(at * 1000), value: value === null ? null : valueOf(String(value)) })
        }
      }
    } catch (error) {
      const isForeign = error instanceof Error && /no such (?:table|column)|not a database/.test(error.message)
      if (!isForeign) throw error
      throw new AdminProblem(`${file} is no database of Home Assistant that is known: ${error.message}.`)
    } finally {
      database.close()
    }
    return { sha256: await hashOf(file) }
  }
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const some of createReadStream(file)) hash.update(some as Buffer)
  return hash.digest('hex')
}
