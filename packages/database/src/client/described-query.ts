import { type Connection, Query, type QueryArrayConfig, type QueryResult } from 'pg'
import type { PreparedStatement } from './statement.ts'
import { textTypes } from './values.ts'

type QueryCallback = (error: Error | null, result: QueryResult | QueryResult[]) => void

/** Parsers that the client derives from the server's description of the rows. */
interface Columns {
  fields: readonly unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** Members of the client's queries and connections that its types do not declare. */
interface QueryInternals {
  values: unknown[] | undefined
  name: string | undefined
  _result: Columns
  hasBeenParsed(connection: Connection): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
interface WireConnection {
  bind(bound: { portal: string; statement: string; values: readonly unknown[] }): void
  execute(portal: { portal: string }): void
  sync(): void
}

const inner = Query.prototype as unknown as QueryInternals

/** Configuration for rows that are lists of texts. */
const rawConfig = (text: string): QueryArrayConfig => ({ text, rowMode: 'array', types: textTypes })

/** Columns of the connection's prepared statements by name. */
export type DescribedColumns = Map<string, Columns>

/**
 * A statement whose columns are described once per connection. The client itself would request and process the
 * description at each execution.
 */
export class DescribedQuery extends Query {
  readonly #columns: DescribedColumns
  readonly #key: string | undefined

  constructor({ text, values, name, isRaw }: PreparedStatement, columns: DescribedColumns, done: QueryCallback) {
    // The client copies a configuration object, but not a plain text.
    super(isRaw ? rawConfig(text) : text, done as never)
    const own = this as unknown as QueryInternals
    // A text without values may contain several statements.
    if (values.length > 0 || name !== undefined) own.values = values as unknown[]
    own.name = name
    this.#columns = columns
    this.#key = isRaw && name !== undefined ? `${name} raw` : name
  }

  prepare(connection: Connection): void {
    const own = this as unknown as QueryInternals
    const columns = this.#key === undefined ? undefined : this.#columns.get(this.#key)
    if (columns === undefined || own.name === undefined || !own.hasBeenParsed(connection)) {
      inner.prepare.call(this, connection)
      return
    }
    const { _result: result } = own
    Object.assign(result, columns)
    Object.assign(own, { _accumulateRows: true })
    const wire = connection as unknown as WireConnection
    wire.bind({ portal: '', statement: own.name, values: own.values ?? [] })
    wire.execute({ portal: '' })
    wire.sync()
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    inner.handleCommandComplete.call(this, message, connection)
    if (this.#key === undefined || this.#columns.has(this.#key)) return
    const { _result: result } = this as unknown as QueryInternals
    const { fields, _parsers, _prebuiltEmptyResultObject } = result
    this.#columns.set(this.#key, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
