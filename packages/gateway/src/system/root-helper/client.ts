import { existsSync } from 'node:fs'
import { askHelper } from './ask-helper.ts'
import type { HelperRequest } from './requests.ts'

/** The helper of this box, which may do what the gateway may not; it listens at a socket. */
export class RootHelper {
  readonly #socket: string

  constructor(socket: string) {
    this.#socket = socket
  }

  get isThere(): boolean {
    return existsSync(this.#socket)
  }

  /** Rejects with what the helper says, or that there is none. */
  async ask(request: HelperRequest): Promise<void> {
    await askHelper(this.#socket, request)
  }
}
