import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/*
 * What the system keeps of releases, in a folder that is root's: `trial` while one has not proven itself, `bad` with the versions
 * that were taken back. The gateway reads it; the helper of this box, which listens at a socket, changes it.
 */

const answerMs = 120_000
const answerBytesMax = 4096

const read = (folder: string, name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

export type ReleaseVerb = { verb: 'release-apply'; file: string } | { verb: 'release-confirm' | 'release-revert' }

/** Releases as the box has them. */
export class InstalledReleases {
  readonly #folder: string
  readonly #socket: string

  constructor({ folder, socket }: { readonly folder: string; readonly socket: string }) {
    this.#folder = folder
    this.#socket = socket
  }

  get isOnTrial(): boolean {
    return read(this.#folder, 'trial') !== undefined
  }

  /** Versions that did not prove themselves. */
  bad(): number[] {
    const lines = (read(this.#folder, 'bad') ?? '').split('\n').filter((line) => line !== '')
    return lines.map(Number)
  }

  /** Rejects with what the helper says, or that there is none. */
  async ask(request: ReleaseVerb): Promise<void> {
    const answer = JSON.parse(await exchange(this.#socket, `${JSON.stringify(request)}\n`)) as { error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
  }
}

const exchange = (path: string, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ path, timeout: answerMs }, () => socket.write(line))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      if (text.length > answerBytesMax) socket.destroy(new Error('the helper says too much'))
    })
    socket.once('timeout', () => socket.destroy(new Error('the helper does not answer')))
    socket.once('error', reject)
    socket.once('end', () => {
      socket.destroy()
      resolve(text)
    })
  })

/** Is there no helper at all? */
export const isWithoutHelper = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
