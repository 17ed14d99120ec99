import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { isDiskFault } from '../../storage/not-saved.ts'
import { type ControlAnswer, type ControlRequest, controlRequest, readRequest } from './control-line.ts'
import { type ControlPath, controlBeside, controlIn } from './control-path.ts'

const connectionsMax = 4

interface Options {
  readonly folder: string
  /** Does what was asked, and may have something to tell; what it throws is told. */
  readonly handle: (request: ControlRequest) => object | void | Promise<void>
}

/** A local socket for users who may open the data folder: the button, the user's password, and how things are. */
export class Control {
  readonly #folder: string
  readonly #handle: Options['handle']
  #server: Server | undefined
  #place: ControlPath | undefined

  constructor({ folder, handle }: Options) {
    this.#folder = folder
    this.#handle = handle
  }

  /** In the data folder, or beside it where the disk takes no door. */
  async start(): Promise<void> {
    try {
      await this.#open(controlIn(this.#folder))
    } catch (error) {
      if (!isDiskFault(error) && existsSync(this.#folder)) throw error
      const beside = controlBeside(this.#folder, true)
      if (beside === null) throw new Error('the folder for its door belongs to another user', { cause: error })
      await this.#open(beside)
    }
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    await new Promise((resolve) => server.close(resolve))
    this.#place?.release()
  }

  /** Only one gateway is in the folder, so a door that is there was left by one that is gone. */
  async #open(place: ControlPath): Promise<void> {
    try {
      rmSync(place.path, { force: true })
      const server = createServer((socket) => void this.#serve(socket))
      server.maxConnections = connectionsMax
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(place.path, resolve)
      })
      chmodSync(place.path, 0o600)
      this.#server = server
      this.#place = place
    } catch (error) {
      place.release()
      throw error
    }
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    const line = await readRequest(socket)
    if (line !== undefined) socket.end(`${JSON.stringify(await this.#answer(line))}\n`)
  }

  async #answer(line: string): Promise<ControlAnswer> {
    try {
      const read = controlRequest.safeParse(JSON.parse(line))
      if (!read.success) return { isDone: false, why: 'this is no request' }
      const told = await this.#handle(read.data)
      return { isDone: true, ...(told !== undefined && { told }) }
    } catch (error) {
      return { isDone: false, why: error instanceof Error ? error.message : String(error) }
    }
  }
}
