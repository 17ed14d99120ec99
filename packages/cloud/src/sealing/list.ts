import type { Database } from '../db/open.ts'
import type { Secrets } from './secrets.ts'
import { columns } from './stored.sql.ts'

export interface ListedSecret {
  /** How people know it. */
  shown: string
  isOpen: boolean
}

/** Every secret that is sealed, and whether it can be opened. */
export const listSecrets = (db: Pick<Database, 'tx'>, secrets: Secrets): Promise<ListedSecret[]> =>
  db.tx(async (tx) => {
    const found: ListedSecret[] = []
    for (const { stored } of columns) {
      for (const { shown, place, sealed } of await stored(tx))
        found.push({ shown, isOpen: secrets.open(place, sealed) !== null })
    }
    return found
  })
