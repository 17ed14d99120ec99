import type { Database } from '../db/open.ts'
import { keyInUse, type Secrets } from './secrets.ts'
import { columns, lockColumns } from './stored.sql.ts'

/** Removes what nobody can open any more; how each was known. Where the key in use is gone, the next start makes another. */
export const dropLocked = (db: Pick<Database, 'tx'>, secrets: Secrets): Promise<string[]> =>
  db.tx(async (tx) => {
    await lockColumns(tx)
    const dropped: string[] = []
    for (const { stored, put } of columns) {
      for (const { row, shown, place, sealed } of await stored(tx)) {
        if (secrets.open(place, sealed) !== null) continue
        await put(tx, row, null)
        dropped.push(shown)
      }
    }
    const id = await keyInUse(tx)
    if (id !== null && !secrets.has(id)) await tx`delete from sealing_key`
    return dropped
  })
