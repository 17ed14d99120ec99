import type { Clock } from '@busbar/kit'
import type { Sql } from '../db/sql.ts'
import { messageOf } from './connector.ts'
import { abandonedTopics, type ConnectorRow, deleteConnector, deletedConnectors } from './connectors.sql.ts'

interface DeletedConnectorsOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  /** Makes the broker of a connector forget topics; throws where that cannot be. */
  clearRetained: (row: ConnectorRow, topics: readonly string[], signal: AbortSignal) => Promise<void>
  log: { info(details: object, message: string): void }
}

const retryMs = 3_600_000
const retryForMs = 7 * 86_400_000

/** Connectors that were deleted: their brokers are told, as soon as they are there, within a week. Then nothing is known of them. */
export class DeletedConnectors {
  readonly #options: DeletedConnectorsOptions
  #abort = new AbortController()
  #cancel: () => void = () => {}
  #checking: Promise<void> = Promise.resolve()

  constructor(options: DeletedConnectorsOptions) {
    this.#options = options
  }

  start(): void {
    this.#abort = new AbortController()
    this.check()
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    this.#cancel()
    await this.#checking
  }

  /** Looks now, and again in an hour. */
  check(): void {
    this.#cancel()
    this.#checking = this.#checking
      .then(() => this.#cleanUpAll())
      .catch((error: unknown) => this.#logFailure({}, error))
    this.#cancel = this.#options.clock.after(retryMs, () => this.check())
  }

  async #cleanUpAll(): Promise<void> {
    const { sql } = this.#options
    for (const row of await deletedConnectors(sql)) {
      if (this.#abort.signal.aborted) return
      await this.#cleanUp(row)
    }
  }

  async #cleanUp(row: ConnectorRow & { deletedOn: Date }): Promise<void> {
    const { sql, now, clearRetained, log } = this.#options
    const { id, orgId, deletedOn } = row
    try {
      await clearRetained(row, await abandonedTopics(sql, id), this.#abort.signal)
      log.info({ connector: id, orgId }, 'the broker of a deleted connector has forgotten its topics')
    } catch (error) {
      this.#logFailure({ connector: id, orgId }, error)
      if (now().getTime() - deletedOn.getTime() < retryForMs) return
    }
    await deleteConnector(sql, id)
  }

  #logFailure(details: object, error: unknown): void {
    this.#options.log.info({ ...details, reason: messageOf(error) }, 'topics of a deleted connector are still kept')
  }
}
