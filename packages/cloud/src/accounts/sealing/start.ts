import { statSync } from 'node:fs'
import type { Database } from '@busbar/database'
import { KeyFile } from './key-file.ts'
import { type ListedSecret, listSecrets } from './list.ts'
import { SecretsProblem } from './problem.ts'
import { keyInUse, Secrets } from './secrets.ts'
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

interface SecretsLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const namedMax = 20

/**
 * Creates the key of a new installation and encrypts plain-text secrets. A missing key that is still needed is never
 * replaced: the service runs without those secrets and logs which they are.
 */
export const startSecrets = async (db: Database, path: string, log: SecretsLog): Promise<Secrets> => {
  const file = new KeyFile(path)
  const id = await keyInUse(db.sql)
  if (id === null) makeWhereMissing(file, log)
  const secrets = new Secrets(file)
  const hasKey = id === null || secrets.has(id)
  const count = hasKey ? await sealPlain(db, secrets) : 0
  if (count > 0) log.info({ count, path }, 'plain-text secrets encrypted; keep a separate copy of the key')
  warnOfReaders(path, log)
  logLocked(await listSecrets(db, secrets), { secrets, hasKey, path, log })
  return secrets
}

const logLocked = (
  listed: readonly ListedSecret[],
  { secrets, hasKey, path, log }: { secrets: Secrets; hasKey: boolean; path: string; log: SecretsLog },
): void => {
  const locked = listed.filter(({ isOpen }) => !isOpen)
  const logFields = (group: readonly ListedSecret[]) => ({
    count: group.length,
    keyIds: [...new Set(group.map(({ keyId }) => keyId))],
    secrets: group.slice(0, namedMax).map(({ shown }) => shown),
  })
  const [damaged, withoutKey] = [
    locked.filter(({ keyId }) => secrets.has(keyId)),
    locked.filter(({ keyId }) => !secrets.has(keyId)),
  ]
  if (damaged.length > 0) {
    log.error(logFields(damaged), 'secrets were modified or moved in the database: enter them again')
  }
  if (hasKey && withoutKey.length === 0) return
  log.error(
    { path, ...logFields(withoutKey) },
    'secrets cannot be opened, as the key that sealed them is not in the key file: put the key file of this installation there and start ' +
      'again; where it is lost, "busbar admin secrets drop --key" removes what it sealed',
  )
}

const makeWhereMissing = (file: KeyFile, log: SecretsLog): void => {
  const read = file.read()
  if ('ok' in read) return
  if (!read.isMissing) throw new SecretsProblem(`The key file ${file.path} ${read.err}.`)
  file.make()
  log.info({ path: file.path }, 'encryption key created; keep a copy apart from the database and its backups')
}

const warnOfReaders = (path: string, log: SecretsLog): void => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) !== 0) log.warn({ path, mode: (mode & 0o777).toString(8) }, 'key file is readable by other users')
}
