import type { Sql } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
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

type DeletedConnector = ConnectorRow & { deletedOn: Date }

const retryMs = 3_600_000
const retryForMs = 7 * 86_400_000

/**
 * Clears the brokers of deleted connectors as soon as they are reachable, for up to a week. Then the rows are deleted.
 */
export class DeletedConnectors {
  readonly #options: DeletedConnectorsOptions
  readonly #checks: Periodic<DeletedConnector>
  #abort = new AbortController()

  constructor(options: DeletedConnectorsOptions) {
    const { sql, clock } = options
    this.#options = options
    this.#checks = new Periodic({
      name: 'deleted connectors',
      clock,
      everyMs: retryMs,
      items: () => deletedConnectors(sql),
      run: (row: DeletedConnector) => this.#cleanUp(row),
      onError: (error, { item }) => this.#logFailure(item && { connector: item.id, orgId: item.orgId }, error),
    })
  }

  start(): void {
    this.#abort = new AbortController()
    this.#checks.start()
    this.check()
  }

  stop(): Promise<void> {
    this.#abort.abort()
    return this.#checks.stop()
  }

  /** Checks now, and again in an hour. */
  check(): void {
    this.#checks.wake()
  }

  async #cleanUp(row: DeletedConnector): Promise<void> {
    const { sql, now, clearRetained, log } = this.#options
    const { id, orgId, deletedOn } = row
    try {
      await clearRetained(row, await abandonedTopics(sql, id), this.#abort.signal)
      log.info({ connector: id, orgId }, 'topics of a deleted connector were cleared')
    } catch (error) {
      this.#logFailure({ connector: id, orgId }, error)
      if (now().getTime() - deletedOn.getTime() < retryForMs) return
    }
    await deleteConnector(sql, id)
  }

  #logFailure(details: object | undefined, error: unknown): void {
    this.#options.log.info(
      { ...details, reason: messageOf(error) },
      'topics of a deleted connector could not be cleared yet',
    )
  }
}
