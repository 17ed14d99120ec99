import type { Sql, Tx } from '@busbar/database'
import { currentVersion, DamagedChunk } from '@busbar/series'
import type { RewrittenChunk } from './rewrite-chunk.ts'
import {
  type ChunkKey,
  endRewriting,
  isRewritten,
  lockChunk,
  lockRewriting,
  moveRewriting,
  selectNextChunks,
  updateChunk,
} from './rewriting.sql.ts'

/** Chunks that one transaction checks, and chunks that it writes. */
const checkedMax = 500
const writtenMax = 25

export interface RewriteOptions {
  sql: Sql
  rewrite: (data: Uint8Array, day: number) => Promise<RewrittenChunk>
  /** Receives the error of a chunk that stays because it is damaged. */
  onError: (error: unknown) => void
}

/**
 * Rewrites some chunks of earlier versions from the stored position on. Returns their number, or null when none are
 * left. One transaction stores chunks and position, so that an interruption leaves every chunk in its old or its new
 * form.
 */
export const rewriteSome = async (options: RewriteOptions): Promise<number | null> => {
  if (await isRewritten(options.sql, currentVersion)) return null
  return options.sql.begin((tx) => rewriteNext(tx, options))
}

const rewriteNext = async (tx: Tx, { rewrite, onError }: RewriteOptions): Promise<number | null> => {
  const after = await lockRewriting(tx, currentVersion)
  if (after === null) return 0
  const next = await selectNextChunks(tx, after, currentVersion, checkedMax)
  let written = 0
  let last: ChunkKey = after
  for (const key of next) {
    if (written === writtenMax) break
    last = key
    if (!key.isOld) continue
    const stored = await lockChunk(tx, key)
    if (stored === null) continue
    try {
      await updateChunk(tx, key, await rewrite(stored.data, stored.day))
      written += 1
    } catch (error) {
      if (!(error instanceof DamagedChunk)) throw error
      onError(new Error(`the chunk of parameter ${key.paramId}, ${key.day}, is kept unchanged`, { cause: error }))
    }
  }
  if (next.length === 0) {
    await endRewriting(tx, currentVersion)
    return null
  }
  await moveRewriting(tx, currentVersion, last)
  return written
}
