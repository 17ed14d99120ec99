import { createHash, type Hash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { migrate } from '../migrate.ts'
import { DatabaseProblem } from '../problem.ts'
import type { CopyTx, Queries, Sql } from '../sql.ts'
import { CopyIn } from './copy-in.ts'
import { damaged, decodeFrames, type Frame, type FrameOf } from './frames.ts'
import { createPartitions } from './partitions.ts'
import { listTables, quoted, type Table } from './tables.ts'

/**
 * Fills an empty database, bare or with the schema of the backup, from what `backup` wrote. All rows come or none. The
 * schema is then as old as the backup: `migrate` brings it up to date.
 */
export const restore = async (sql: Sql, input: Readable): Promise<void> => {
  const frames = decodeFrames(unzip(input))
  try {
    const { value: first } = (await frames.next()) as IteratorResult<Frame, undefined>
    if (first?.kind !== 'H') throw damaged('it does not begin like one')
    await refuseFilled(sql, await listTables(sql))
    await makeSchema(sql, first.value.migration)
    await sql.beginApart((tx) => load(tx, frames))
  } finally {
    await frames.return(undefined)
    input.destroy()
  }
}

const unzip = async function* (input: Readable): AsyncGenerator<Buffer> {
  const plain = createGunzip()
  // Errors of the input come out of the iteration.
  pipeline(input, plain, () => {})
  try {
    for await (const chunk of plain) yield chunk as Buffer
  } catch (error) {
    const { code = '' } = error as { code?: string }
    throw code.startsWith('Z_') ? damaged('it cannot be unpacked', error) : error
  }
}

const refuseFilled = async (sql: Queries, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables) {
    const rows = await sql`select 1 from ${sql(name)} limit 1`
    if (rows.length === 0) continue
    throw new DatabaseProblem(`The database has rows already (table ${name}): restore into an empty one.`)
  }
}

const makeSchema = async (sql: Sql, wanted: number): Promise<void> => {
  const reached = await migrate(sql, { upTo: wanted })
  if (reached < wanted) {
    throw new DatabaseProblem(
      `The backup was made by a newer Busbar (migration ${wanted}; this one knows ${reached}): update Busbar first.`,
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
  const loading = new Loading(tx, tables)
  for await (const frame of frames) await loading.take(frame)
  loading.checkWhole()
}

/** Takes frame after frame. */
class Loading {
  readonly #tx: CopyTx
  readonly #expected: Map<string, Table>
  readonly #count: number
  #copy: { into: CopyIn; sum: Hash; bytes: number; name: string } | undefined
  #isWhole = false

  constructor(tx: CopyTx, tables: readonly Table[]) {
    this.#tx = tx
    this.#expected = new Map(tables.map((table) => [table.name, table]))
    this.#count = tables.length
  }

  take(frame: Frame): Promise<void> | void {
    if (this.#isWhole) throw damaged('something follows its end')
    if ((this.#copy !== undefined) !== (frame.kind === 'D' || frame.kind === 'E')) throw damaged('frames are mixed up')
    switch (frame.kind) {
      case 'H':
        throw damaged('it begins twice')
      case 'T':
        return this.#begin(frame.value)
      case 'D':
        return this.#add(frame.lines)
      case 'E':
        return this.#end(frame.value)
      case 'S':
        return this.#setSequences(frame.value)
      case 'Z':
        return this.#finish(frame.value, frame.sumBefore)
    }
  }

  checkWhole(): void {
    if (!this.#isWhole) throw damaged('its end is missing')
  }

  async #begin(table: FrameOf<'T'>): Promise<void> {
    const ours = this.#expected.get(table.name)
    if (ours?.columns.join() !== table.columns.join()) throw damaged(`table ${table.name} is not as we know it`)
    this.#expected.delete(table.name)
    await createPartitions(this.#tx, table)
    const into = new CopyIn(this.#tx, `${quoted(table.name)} (${table.columns.map(quoted).join()})`)
    this.#copy = { into, sum: createHash('sha256'), bytes: 0, name: table.name }
  }

  async #add(lines: Buffer): Promise<void> {
    if (this.#copy === undefined) return
    this.#copy.sum.update(lines)
    this.#copy.bytes += lines.length
    await this.#copy.into.write(lines)
  }

  async #end({ rows, bytes, sha256 }: FrameOf<'E'>): Promise<void> {
    if (this.#copy === undefined) return
    const { into, sum, name } = this.#copy
    const isSame = this.#copy.bytes === bytes && sum.digest('hex') === sha256
    this.#copy = undefined
    await into.end()
    const [found] = await this.#tx<[{ rows: number }]>`select count(*) as rows from ${this.#tx(name)}`
    if (!isSame || found.rows !== rows) throw damaged(`the rows of table ${name} are not those that were written`)
  }

  async #setSequences(sequences: FrameOf<'S'>): Promise<void> {
    for (const { name, last, isCalled } of sequences) {
      await this.#tx`select setval(quote_ident(${name})::regclass, ${last}::text::bigint, ${isCalled})`
    }
  }

  #finish({ tables, sha256 }: FrameOf<'Z'>, sumBefore: string): void {
    if (tables !== this.#count || this.#expected.size > 0 || sha256 !== sumBefore) throw damaged('its sum is wrong')
    this.#isWhole = true
  }
}
