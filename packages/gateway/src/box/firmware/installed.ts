import { join } from 'node:path'
import type { HelperRequest } from '../helper-requests.ts'
import type { RootHelper } from '../root-helper.ts'
import { textIn } from '../sys-files.ts'

/*
 * What the system keeps of releases, in a folder that is root's: `trial` while one has not proven itself, `bad` with the versions
 * that were taken back. The gateway reads it; the helper of this box changes it.
 */

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

  /** Whether something on this box can install releases. */
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

  /** Rejects with what the helper says, or that there is none. */
  ask(request: ReleaseVerb): Promise<void> {
    return this.#helper.ask(request)
  }
}
