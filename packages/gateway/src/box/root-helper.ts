import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import type { HelperRequest } from './helper-requests.ts'

const answerMs = 120_000
const answerBytesMax = 4096

/** Sends one request to a helper of this box. Rejects with the helper's error, or when there is no helper. */
export const askHelper = async (socket: string, request: object): Promise<object> => {
  const answer = JSON.parse(await exchange(socket, `${JSON.stringify(request)}\n`)) as { error?: string }
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer
}

const exchange = (path: string, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ path, timeout: answerMs }, () => socket.write(line))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      if (text.length > answerBytesMax) socket.destroy(new Error('the response of the helper is too long'))
    })
    socket.once('timeout', () => socket.destroy(new Error('the helper does not respond')))
    socket.once('error', reject)
    socket.once('end', () => {
      socket.destroy()
      resolve(text)
    })
  })

/** Is there no helper at all? */
export const isWithoutHelper = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')

/** The helper of this box, which may do what the gateway may not; it listens at a socket. */
export class RootHelper {
  readonly #socket: string

  constructor(socket: string) {
    this.#socket = socket
  }

  get isThere(): boolean {
    return existsSync(this.#socket)
  }

  /** Rejects with the helper's error, or when there is no helper. */
  async ask(request: HelperRequest): Promise<void> {
    await askHelper(this.#socket, request)
  }
}
