import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { isDiskFault } from '../../storage/not-saved.ts'
import { type ControlAnswer, type ControlRequest, controlRequest, readRequest } from './control-line.ts'
import { type ControlPath, controlIn, runtimeControlPath } from './control-path.ts'

const connectionsMax = 4

interface Options {
  readonly folder: string
  /** Performs a request. Its result, or the error that it throws, is sent to the client. */
  readonly handle: (request: ControlRequest) => object | void | Promise<void>
}

/** A local socket for users who may open the data folder: button, user password, status. */
export class Control {
  readonly #folder: string
  readonly #handle: Options['handle']
  #server: Server | undefined
  #path: ControlPath | undefined

  constructor({ folder, handle }: Options) {
    this.#folder = folder
    this.#handle = handle
  }

  /** Opens the socket in the data folder, or elsewhere when the disk does not accept one. */
  async start(): Promise<void> {
    try {
      await this.#open(controlIn(this.#folder))
    } catch (error) {
      if (!isDiskFault(error) && existsSync(this.#folder)) throw error
      const fallback = runtimeControlPath(this.#folder, true)
      if (fallback === null)
        throw new Error('the folder of the control socket belongs to another user', { cause: error })
      await this.#open(fallback)
    }
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    await new Promise((resolve) => server.close(resolve))
    this.#path?.release()
  }

  /** The folder is locked by this gateway, so an existing socket is stale. */
  async #open(path: ControlPath): Promise<void> {
    try {
      rmSync(path.path, { force: true })
      const server = createServer((socket) => void this.#serve(socket))
      server.maxConnections = connectionsMax
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(path.path, resolve)
      })
      chmodSync(path.path, 0o600)
      this.#server = server
      this.#path = path
    } catch (error) {
      path.release()
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
      const result = await this.#handle(read.data)
      return { isDone: true, ...(result !== undefined && { told: result }) }
    } catch (error) {
      return { isDone: false, why: error instanceof Error ? error.message : String(error) }
    }
  }
}
