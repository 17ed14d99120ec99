import type { Clock } from '@busbar/kit'
import type { Sql } from '../db/sql.ts'
import { messageOf } from './connector.ts'
import { abandonedTopics, type ConnectorRow, deleteConnector, deletedConnectors } from './connectors.sql.ts'

interface DeletedConnectorsOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  /** Makes the broker of a connector forget topics; throws where that cannot be. */
  takeBack: (row: ConnectorRow, topics: readonly string[], signal: AbortSignal) => Promise<void>
  log: { info(details: object, message: string): void }
}

const againMs = 3_600_000
const triedForMs = 7 * 86_400_000

/** Connectors that were deleted: their brokers are told, as soon as they are there, within a week. Then nothing is known of them. */
export class DeletedConnectors {
  readonly #options: DeletedConnectorsOptions
  #gone = new AbortController()
  #cancel: () => void = () => {}
  #looking: Promise<void> = Promise.resolve()

  constructor(options: DeletedConnectorsOptions) {
    this.#options = options
  }

  start(): void {
    this.#gone = new AbortController()
    this.look()
  }

  async stop(): Promise<void> {
    this.#gone.abort()
    this.#cancel()
    await this.#looking
  }

  /** Looks now, and again in an hour. */
  look(): void {
    this.#cancel()
    this.#looking = this.#looking.then(() => this.#tellAll()).catch((error: unknown) => this.#failed({}, error))
    this.#cancel = this.#options.clock.after(againMs, () => this.look())
  }

  async #tellAll(): Promise<void> {
    const { sql } = this.#options
    for (const row of await deletedConnectors(sql)) {
      if (this.#gone.signal.aborted) return
      await this.#tell(row)
    }
  }

  async #tell(row: ConnectorRow & { deletedOn: Date }): Promise<void> {
    const { sql, now, takeBack, log } = this.#options
    const { id, orgId, deletedOn } = row
    try {
      await takeBack(row, await abandonedTopics(sql, id), this.#gone.signal)
      log.info({ connector: id, orgId }, 'the broker of a deleted connector has forgotten its topics')
    } catch (error) {
      this.#failed({ connector: id, orgId }, error)
      if (now().getTime() - deletedOn.getTime() < triedForMs) return
    }
    await deleteConnector(sql, id)
  }

  #failed(details: object, error: unknown): void {
    this.#options.log.info({ ...details, reason: messageOf(error) }, 'topics of a deleted connector are still kept')
  }
}
