import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { migrate } from '../migrate.ts'
import { DatabaseProblem } from '../problem.ts'
import type { CopyTx, Queries, Sql, Tx } from '../sql.ts'
import { damaged, decodeFrames, type Frame, type FrameOf } from './frames.ts'
import { listTables, quoted, type Table } from './tables.ts'
import { unzip } from './unzip.ts'
import { wholeFrames } from './whole-frames.ts'

/** Copies lines into a table within a transaction. */
class CopyIn {
  readonly #stream: Writable
  readonly #finished: Promise<void>

  constructor(tx: CopyTx, table: string) {
    this.#stream = tx.copyIn(`copy ${table} from stdin`)
    this.#finished = finished(this.#stream)
    this.#finished.catch(() => {})
  }

  /** Resolves when the stream can take more; rejects if the server refused earlier lines. */
  async write(lines: Buffer): Promise<void> {
    if (this.#stream.write(lines)) return
    await Promise.race([once(this.#stream, 'drain'), this.#finished])
  }

  async end(): Promise<void> {
    this.#stream.end()
    await this.#finished
  }
}

/** Matches the partition bounds that PostgreSQL writes, and nothing that could contain another statement. */
const boundPattern = String.raw`('([^'\\]|'')*'|-?\d+(\.\d+)?|MINVALUE|MAXVALUE|NULL|true|false)`
const boundsPattern = String.raw`\(${boundPattern}(, ${boundPattern})*\)`
const partitionBounds = new RegExp(
  `^(DEFAULT|FOR VALUES (FROM ${boundsPattern} TO ${boundsPattern}|IN ${boundsPattern}|WITH \\(modulus \\d+, remainder \\d+\\)))$`,
)

/** Partitions are created as time passes, so a new database lacks them. */
const createPartitions = async (tx: Tx, { name, partitions }: FrameOf<'T'>): Promise<void> => {
  for (const partition of partitions) {
    if (!partitionBounds.test(partition.bounds)) throw damaged(`the bounds of ${partition.name} cannot be read`)
    await tx.unsafe(
      `create table if not exists ${quoted(partition.name)} partition of ${quoted(name)} ${partition.bounds}`,
    )
  }
}

/**
 * Restores a backup into an empty database, bare or with the backup's schema, all rows or none. The schema is then that
 * of the backup; `migrate` updates it.
 */
export const restore = async (sql: Sql, input: Readable): Promise<void> => {
  const frames = wholeFrames(decodeFrames(unzip(input)))
  try {
    const { value: first } = (await frames.next()) as IteratorResult<Frame, undefined>
    if (first?.kind !== 'H') throw damaged('its header is missing')
    await refuseFilled(sql, await listTables(sql))
    await makeSchema(sql, first.value.migration)
    await sql.beginApart((tx) => load(tx, frames))
  } finally {
    await frames.return(undefined)
    input.destroy()
  }
}

const refuseFilled = async (sql: Queries, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables) {
    const rows = await sql`select 1 from ${sql(name)} limit 1`
    if (rows.length === 0) continue
    throw new DatabaseProblem(
      `The database already has rows (table ${name}): restore into an empty database or a new folder.`,
    )
  }
}

const makeSchema = async (sql: Sql, wanted: number): Promise<void> => {
  const reached = await migrate(sql, { upTo: wanted })
  if (reached < wanted) {
    throw new DatabaseProblem(
      `The backup is from a newer Busbar (migration ${wanted}; this one has ${reached}): update Busbar first.`,
    )
  }
  if (reached > wanted) {
    throw new DatabaseProblem(
      `The backup is older (migration ${wanted}) than the database (${reached}): restore into a database without tables.`,
    )
  }
}

const load = async (tx: CopyTx, frames: AsyncIterable<Frame>): Promise<void> => {
  const tables = await listTables(tx)
  if (tables.length > 0) {
    await tx.unsafe(`lock table ${tables.map(({ name }) => quoted(name)).join()} in access exclusive mode`)
  }
  await refuseFilled(tx, tables)
  const loading = new TableLoader(tx, tables)
  for await (const frame of frames) await loading.take(frame)
}

/** Loads frames whose order and checksums have been verified. */
class TableLoader {
  readonly #tx: CopyTx
  readonly #expected: Map<string, Table>
  #copy: { copyIn: CopyIn; name: string } | undefined

  constructor(tx: CopyTx, tables: readonly Table[]) {
    this.#tx = tx
    this.#expected = new Map(tables.map((table) => [table.name, table]))
  }

  take(frame: Frame): Promise<void> | void {
    switch (frame.kind) {
      case 'H':
        return
      case 'T':
        return this.#begin(frame.value)
      case 'D':
        return this.#copy?.copyIn.write(frame.lines)
      case 'E':
        return this.#end(frame.value)
      case 'S':
        return this.#setSequences(frame.value)
      case 'Z':
        this.#refuseStrangers()
    }
  }

  /** The backup is complete and the schema is its own, so any remaining table existed before. */
  #refuseStrangers(): void {
    const [name] = this.#expected.keys()
    if (name === undefined) return
    throw new DatabaseProblem(
      `The database has a table that the backup does not contain (${name}): restore into an empty database.`,
    )
  }

  async #begin(table: FrameOf<'T'>): Promise<void> {
    const ours = this.#expected.get(table.name)
    if (ours?.columns.join() !== table.columns.join()) throw damaged(`table ${table.name} has unexpected columns`)
    this.#expected.delete(table.name)
    await createPartitions(this.#tx, table)
    const copyIn = new CopyIn(this.#tx, `${quoted(table.name)} (${table.columns.map(quoted).join()})`)
    this.#copy = { copyIn, name: table.name }
  }

  async #end({ rows }: FrameOf<'E'>): Promise<void> {
    if (this.#copy === undefined) return
    const { copyIn, name } = this.#copy
    this.#copy = undefined
    await copyIn.end()
    const [found] = await this.#tx<[{ rows: number }]>`select count(*) as rows from ${this.#tx(name)}`
    if (found.rows !== rows) throw damaged(`the rows of table ${name} have changed`)
  }

  async #setSequences(sequences: FrameOf<'S'>): Promise<void> {
    for (const { name, last, isCalled } of sequences) {
      await this.#tx`select setval(quote_ident(${name})::regclass, ${last}::text::bigint, ${isCalled})`
    }
  }
}
