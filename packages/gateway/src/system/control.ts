import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { type ControlAnswer, type ControlRequest, controlPath, controlRequest, readLine } from './control-line.ts'

const connectionsMax = 4

interface Options {
  readonly folder: string
  /** Does what was asked; what it throws is told. */
  readonly obey: (request: ControlRequest) => void
}

/** A door for whoever may open the data folder: the button, and the user's password. */
export class Control {
  readonly #folder: string
  readonly #obey: Options['obey']
  #server: Server | undefined

  constructor({ folder, obey }: Options) {
    this.#folder = folder
    this.#obey = obey
  }

  /** Only one gateway is in the folder, so a door that is there was left by one that is gone. */
  async start(): Promise<void> {
    const { path, release } = controlPath(this.#folder)
    try {
      rmSync(path, { force: true })
      const server = createServer((socket) => void this.#serve(socket))
      server.maxConnections = connectionsMax
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(path, resolve)
      })
      chmodSync(path, 0o600)
      this.#server = server
    } finally {
      release()
    }
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    await new Promise((resolve) => server.close(resolve))
    const { path, release } = controlPath(this.#folder)
    rmSync(path, { force: true })
    release()
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    const line = await readLine(socket)
    if (line !== undefined) socket.end(`${JSON.stringify(this.#answer(line))}\n`)
  }

  #answer(line: string): ControlAnswer {
    try {
      const read = controlRequest.safeParse(JSON.parse(line))
      if (!read.success) return { isDone: false, why: 'this is no request' }
      this.#obey(read.data)
      return { isDone: true }
    } catch (error) {
      return { isDone: false, why: error instanceof Error ? error.message : String(error) }
    }
  }
}
