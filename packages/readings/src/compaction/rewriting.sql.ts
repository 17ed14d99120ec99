import type { Queries, Tx } from '@busbar/database'
import { dayMs } from '../history/days/days.ts'
import type { StoredChunk } from './chunks.sql.ts'
import type { RewrittenChunk } from './rewrite-chunk.ts'

export interface ChunkKey {
  orgId: number
  paramId: number
  /** Date in the database's text form. */
  day: string
}

/** Returns whether all chunks have been checked. Registers a version that is not known yet. */
export const isRewritten = async (sql: Queries, version: number): Promise<boolean> => {
  const [row] = await sql<{ isDone: boolean }[]>`
    select is_done as "isDone" from chunk_rewriting where version = ${version}`
  if (row === undefined) await sql`insert into chunk_rewriting (version) values (${version}) on conflict do nothing`
  return row?.isDone === true
}

/** Returns the next position; null if another transaction is rewriting. */
export const lockRewriting = async (tx: Tx, version: number): Promise<ChunkKey | null> => {
  const [row] = await tx<ChunkKey[]>`
    select org_id as "orgId", param_id as "paramId", day::text from chunk_rewriting
    where version = ${version} and not is_done for update skip locked`
  return row ?? null
}

/** Next chunks in key order; `isOld` marks another version. */
export const selectNextChunks = (
  tx: Tx,
  after: ChunkKey,
  version: number,
  max: number,
): Promise<(ChunkKey & { isOld: boolean })[]> => tx`
  select org_id as "orgId", param_id as "paramId", day::text, get_byte(substring(data from 1 for 1), 0) <> ${version} as "isOld"
  from chunk where (org_id, param_id, day) > (${after.orgId}, ${after.paramId}, ${after.day}::date)
  order by org_id, param_id, day limit ${max}`

/** Locks the chunk until the transaction ends. */
export const lockChunk = async (
  tx: Tx,
  { orgId, paramId, day }: ChunkKey,
): Promise<Pick<StoredChunk, 'day' | 'data'> | null> => {
  const [row] = await tx<Pick<StoredChunk, 'day' | 'data'>[]>`
    select (day - date '1970-01-01') * ${dayMs}::float8 as day, data from chunk
    where org_id = ${orgId} and param_id = ${paramId} and day = ${day}::date for update`
  return row ?? null
}

/** Keeps the statistics of the day. */
export const updateChunk = async (
  tx: Tx,
  { orgId, paramId, day }: ChunkKey,
  { hours, data, blockEnds }: RewrittenChunk,
): Promise<void> => {
  await tx`
    update chunk set hours = ${hours}, data = ${data}, block_ends = ${blockEnds}
    where org_id = ${orgId} and param_id = ${paramId} and day = ${day}::date`
}

export const moveRewriting = async (tx: Tx, version: number, { orgId, paramId, day }: ChunkKey): Promise<void> => {
  await tx`
    update chunk_rewriting set org_id = ${orgId}, param_id = ${paramId}, day = ${day}::date where version = ${version}`
}

export const endRewriting = async (tx: Tx, version: number): Promise<void> => {
  await tx`update chunk_rewriting set is_done = true where version = ${version}`
}
