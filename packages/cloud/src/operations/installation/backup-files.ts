import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupFacts, backupName, checkFile } from '@busbar/database/backup'

export interface BackupFile {
  name: string
  madeOn: Date
  bytes: number
  /** When it was read from end to end the last time, and what is wrong with it; null: not since the start. */
  checked: { on: Date; rows: number; problem: string | null } | null
}

export interface BackupFilesOptions {
  folder: string
  now: () => Date
  check?: (file: string) => Promise<BackupFacts>
}

const shownMax = 100

/** The backups of the folder, and what a look at each from end to end found. */
export class BackupFiles {
  readonly #options: BackupFilesOptions
  readonly #checked = new Map<string, BackupFile['checked']>()
  #checking: string | null = null

  constructor(options: BackupFilesOptions) {
    this.#options = options
  }

  /** The file that is being checked. */
  get checking(): string | null {
    return this.#checking
  }

  /** The newest first. */
  async list(): Promise<BackupFile[]> {
    const { folder } = this.#options
    const names = (await readdir(folder).catch(() => [])).filter((name) => backupName.test(name)).toSorted()
    const files: BackupFile[] = []
    for (const name of names.toReversed().slice(0, shownMax)) {
      const found = await stat(join(folder, name)).catch(() => null)
      if (found === null) continue
      files.push({ name, madeOn: backupTimeOf(name), bytes: found.size, checked: this.#checked.get(name) ?? null })
    }
    for (const name of this.#checked.keys()) if (!names.includes(name)) this.#checked.delete(name)
    return files
  }

  /** Begins to read one from end to end. False: there is none of this name, or another is being read. */
  async check(name: string): Promise<boolean> {
    const { folder, now, check = checkFile } = this.#options
    const exists = (await this.list()).some((one) => one.name === name)
    if (!exists || this.#checking !== null) return false
    this.#checking = name
    void check(join(folder, name))
      .then(
        ({ rows }) => this.#checked.set(name, { on: now(), rows, problem: null }),
        (error: unknown) =>
          this.#checked.set(name, {
            on: now(),
            rows: 0,
            problem: error instanceof Error ? error.message : String(error),
          }),
      )
      .finally(() => {
        this.#checking = null
      })
    return true
  }
}

const backupTimeOf = (name: string): Date => new Date(name.replace(backupName, '$1-$2-$3T$4:$5:$6Z'))
