import { join } from 'node:path'
import type { DataFolder } from '../../storage/data-folder.ts'
import type { HelperRequest } from '../helper-requests.ts'
import type { RootHelper } from '../root-helper.ts'
import { textIn } from '../sys-files.ts'

/* Releases that the system stores, in a folder of root: `trial` during a trial period, `bad` with versions that were
   rolled back. The gateway reads it; the helper changes it. */

/** Versions that did not prove themselves. */
export const badVersions = (folder: string): number[] =>
  (textIn(join(folder, 'bad')) ?? '').split('\n').filter(Boolean).map(Number)

export type ReleaseVerb = Extract<HelperRequest, { verb: `release-${string}` }>

/** Releases as the box has them. */
export class InstalledReleases {
  readonly #folder: string
  readonly #helper: RootHelper

  constructor({ folder, helper }: { readonly folder: string; readonly helper: RootHelper }) {
    this.#folder = folder
    this.#helper = helper
  }

  /** True if a helper on this box can install releases. */
  get canInstall(): boolean {
    return this.#helper.isThere
  }

  get isOnTrial(): boolean {
    return textIn(join(this.#folder, 'trial')) !== undefined
  }

  /** Versions that did not prove themselves. */
  bad(): number[] {
    return badVersions(this.#folder)
  }

  /** Rejects with the helper's error, or when there is no helper. */
  ask(request: ReleaseVerb): Promise<void> {
    return this.#helper.ask(request)
  }
}

const file = 'firmware.json'

/** Highest serial of a received manifest, stored across restarts. An unreadable file counts as empty. */
export const storedSerial = (folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>) => {
  let highest = 0
  try {
    const { serial } = JSON.parse(folder.read(file)?.toString('utf8') ?? '{}') as { serial?: unknown }
    if (typeof serial === 'number') highest = serial
  } catch {
    // Starts from zero; signatures are still required.
  }
  return {
    get: () => highest,
    set(serial: number) {
      if (serial === highest) return
      highest = serial
      folder.saveWhenPossible(file, JSON.stringify({ serial }))
    },
  }
}
