import type { Database } from '@busbar/database'
import type { Secrets } from './secrets.ts'
import { columns } from './stored.sql.ts'

/** Seals what an older Busbar stored in plain; how much that was. Each column is all or nothing: who is cut off goes on at the next start. */
export const sealPlain = async (db: Pick<Database, 'tx'>, secrets: Secrets): Promise<number> => {
  let count = 0
  for (const { plain, put } of columns) {
    count += await db.tx(async (tx) => {
      const rows = await plain(tx)
      if (rows.length === 0) return 0
      const seal = await secrets.sealer(tx)
      for (const { row, place, plain: bytes } of rows) await put(tx, row, seal(place, bytes))
      return rows.length
    })
  }
  return count
}
