import { statSync } from 'node:fs'
import type { Database } from '../db/open.ts'
import { KeyFile } from './key-file.ts'
import { listSecrets } from './list.ts'
import { SecretsProblem } from './problem.ts'
import { sealPlain } from './seal-plain.ts'
import { keyInUse, Secrets } from './secrets.ts'

interface SecretsLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const namedMax = 20

/**
 * Makes the key where nothing is sealed yet, and seals what is plain. A key that is missing while something needs it is never replaced by
 * another: the service goes on without those secrets, and says which.
 */
export const startSecrets = async (db: Database, path: string, log: SecretsLog): Promise<Secrets> => {
  const file = new KeyFile(path)
  const id = await keyInUse(db.sql)
  if (id === null) makeWhereMissing(file, log)
  const secrets = new Secrets(file)
  if (id === null || secrets.has(id)) {
    const count = await sealPlain(db, secrets)
    if (count > 0)
      log.info({ count, path }, 'secrets that were stored in plain are sealed now; keep a copy of the key apart')
  } else {
    log.error({ path, keyId: id }, lockedAdvice)
  }
  warnOfReaders(path, log)
  const locked = (await listSecrets(db, secrets)).filter(({ isOpen }) => !isOpen).map(({ shown }) => shown)
  if (locked.length > 0) {
    log.error(
      { path, count: locked.length, secrets: locked.slice(0, namedMax) },
      `secrets cannot be opened; ${lockedAdvice}`,
    )
  }
  return secrets
}

const lockedAdvice =
  'the key that sealed them is not in the key file: put the key file of this installation there and start again; ' +
  'where it is lost, "busbar admin secrets drop --key" removes what it sealed'

const makeWhereMissing = (file: KeyFile, log: SecretsLog): void => {
  const read = file.read()
  if ('ok' in read) return
  if (!read.isMissing) throw new SecretsProblem(`The key file ${file.path} ${read.err}.`)
  file.make()
  log.info({ path: file.path }, 'a key for secrets is made; keep a copy of it apart from the database and its backups')
}

const warnOfReaders = (path: string, log: SecretsLog): void => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) !== 0) log.warn({ path, mode: (mode & 0o777).toString(8) }, 'others can read the key of secrets')
}
