import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseProblem } from '../problem.ts'
import { majorOf } from './binaries.ts'
import { type LaunchOptions, nameFor, run } from './program.ts'

export const superuser = 'busbar'

/** Creates the cluster if there is none. A kill during that leaves none. */
export const ensureCluster = async (launch: LaunchOptions, data: string, onWait = (): void => {}): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return checkVersion(launch, data)
  if (existsSync(data) && (await readdir(data)).length > 0) {
    throw new DatabaseProblem(`${data} is not a PostgreSQL cluster: move it away, or choose another data folder.`)
  }
  await removeParts(data)
  const part = await mkdtemp(partPrefix(data))
  try {
    if (launch.account !== undefined) await chown(part, launch.account.uid, launch.account.gid)
    const result = run(launch, part, join(launch.binaries.folder, 'bin/initdb'), [
      `--pgdata=${nameFor(part, launch.account)}`,
      ...initdbArguments,
    ])
    onWait()
    await result
    await rename(part, data)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
  const parent = await open(dirname(data))
  await parent.sync()
  await parent.close()
}

const initdbArguments = [
  `--username=${superuser}`,
  '--encoding=UTF8',
  // Sorts by code point, with upper and lower case for every script.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // Our own files define the access rules; without them, every connection is rejected.
  '--auth-local=reject',
  '--auth-host=reject',
  '--data-checksums',
  '--sync-method=syncfs',
  '--no-instructions',
]

const partPrefix = (data: string): string => `${data}.part-`

/**
 * Removes leftovers of killed services. Each initdb has its own folder, because one of a killed service may still be
 * running.
 */
const removeParts = async (data: string): Promise<void> => {
  for (const name of await readdir(dirname(data))) {
    if (!name.startsWith(basename(partPrefix(data)))) continue
    await rm(join(dirname(data), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

const checkVersion = ({ binaries }: LaunchOptions, data: string): void => {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version === majorOf(binaries)) return
  throw new DatabaseProblem(
    `${data} was created by PostgreSQL ${version}, but this Busbar includes ${majorOf(binaries)}: create a backup with the previous ` +
      'Busbar, move the folder away, start this version and restore the backup.',
  )
}
