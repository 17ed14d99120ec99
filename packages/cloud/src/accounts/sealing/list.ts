import type { Database } from '@busbar/database'
import { keyIdOf } from './seal.ts'
import type { Secrets } from './secrets.ts'
import { columns } from './stored.sql.ts'

export interface ListedSecret {
  /** How people know it. */
  shown: string
  /** The name of the key that it needs. */
  keyId: string
  isOpen: boolean
}

/** Every secret that is sealed, and whether it can be opened. */
export const listSecrets = (db: Pick<Database, 'tx'>, secrets: Secrets): Promise<ListedSecret[]> =>
  db.tx(async (tx) => {
    const found: ListedSecret[] = []
    for (const { stored } of columns) {
      for (const { shown, place, sealed } of await stored(tx))
        found.push({ shown, keyId: keyIdOf(sealed) ?? '', isOpen: secrets.open(place, sealed) !== null })
    }
    return found
  })
