import type { Database } from '@busbar/database'
import type { KeyFile } from './key-file.ts'
import { SecretsProblem } from './problem.ts'
import { newSealingKey, type SealingKey, seal } from './seal.ts'
import { keyInUse, type Secrets } from './secrets.ts'
import { columns, lockColumns } from './stored.sql.ts'

export interface RotationResult {
  keyId: string
  count: number
  /** Secrets that could not be decrypted and stay unchanged. */
  locked: string[]
}

/**
 * Seals everything under another key: the newest of the file where that is not in use yet, else a new one. The file has it before anything
 * needs it, and nodes that run look there when they meet it. Old keys stay for backups that were made under them, unless `forgetOld`.
 */
export const rotate = async (
  db: Pick<Database, 'sql' | 'tx'>,
  file: KeyFile,
  secrets: Secrets,
  { forgetOld }: { forgetOld: boolean },
): Promise<RotationResult> => {
  const read = file.read()
  if ('err' in read) throw new SecretsProblem(`The key file ${file.path} ${read.err}.`)
  const inUse = await keyInUse(db.sql)
  if (inUse === null) throw new SecretsProblem('Nothing is sealed yet: start the service once.')
  if (!secrets.has(inUse)) throw new SecretsProblem(`The key in use, ${inUse}, is not in ${file.path}.`)
  const newest = read.ok.at(-1)
  const next = newest !== undefined && idOf(newest) !== inUse ? newest : newSealingKey()
  if (next !== newest) file.replace([...read.ok, next])
  const done = await sealAgain(db, secrets, next)
  if (forgetOld && done.locked.length === 0) file.replace([next])
  return { keyId: idOf(next), ...done }
}

const sealAgain = (
  db: Pick<Database, 'tx'>,
  secrets: Secrets,
  key: SealingKey,
): Promise<Pick<RotationResult, 'count' | 'locked'>> =>
  db.tx(async (tx) => {
    await lockColumns(tx)
    const locked: string[] = []
    let count = 0
    for (const { stored, put } of columns) {
      for (const { row, shown, place, sealed } of await stored(tx)) {
        const plain = secrets.open(place, sealed)
        if (plain === null) locked.push(shown)
        else await put(tx, row, seal(key, place, plain))
        count += plain === null ? 0 : 1
      }
    }
    await tx`update sealing_key set id = ${key.id}`
    return { count, locked }
  })

const idOf = ({ id }: SealingKey): string => id.toString('hex')
