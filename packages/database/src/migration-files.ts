import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  number: number
  /** As the file is called, without `.sql`. */
  name: string
  text: string
  sha256: string
}

/** In order: 0001_core.sql, 0002_..., without gaps. */
export const readMigrations = async (folder = new URL('./migrations/', import.meta.url)): Promise<Migration[]> => {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(names.map((name, i) => readMigration(folder, name, i + 1)))
}

const readMigration = async (folder: URL, file: string, number: number): Promise<Migration> => {
  const [, digits, rest] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
  if (digits === undefined || Number(digits) !== number) {
    throw new Error(`${file} should be migration ${String(number).padStart(4, '0')}_<name>.sql`)
  }
  // A checkout with other line ends is the same migration.
  const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { number, name: `${digits}_${rest}`, text, sha256: createHash('sha256').update(text).digest('hex') }
}
