import type { Database } from '@busbar/database'
import { keyIdOf } from './seal.ts'
import { keyInUse, type Secrets } from './secrets.ts'
import { columns, lockColumns } from './stored.sql.ts'

/**
 * Deletes secrets that were encrypted with this key and cannot be decrypted; returns their names. The caller names the
 * key, so that a key file in the wrong place does not cause everything to be deleted. If it was the current key, the
 * next start creates another one.
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
