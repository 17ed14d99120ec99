import type { Database } from '@busbar/database'
import { keyIdOf } from './seal.ts'
import { keyInUse, type Secrets } from './secrets.ts'
import { columns, lockColumns } from './stored.sql.ts'

/**
 * Removes what was sealed under this key and cannot be opened; how each was known. The key is named so that not everything is dropped because
 * the key file is not where it was looked for. Where it was the key in use, the next start makes another.
 */
export const dropLocked = (db: Pick<Database, 'tx'>, secrets: Secrets, keyId: string): Promise<string[]> =>
  db.tx(async (tx) => {
    await lockColumns(tx)
    const dropped: string[] = []
    for (const { stored, put } of columns) {
      for (const { row, shown, place, sealed } of await stored(tx)) {
        if (keyIdOf(sealed) !== keyId || secrets.open(place, sealed) !== null) continue
        await put(tx, row, null)
        dropped.push(shown)
      }
    }
    if ((await keyInUse(tx)) === keyId && !secrets.has(keyId)) await tx`delete from sealing_key`
    return dropped
  })
