import { type JsonText, KeptText } from '@busbar/wire/server'
import type { Queries } from '../../db/sql.ts'
import { treeState } from './nets.sql.ts'
import { writtenTree } from './tree.ts'

/** Of all organizations, packed and as they are. */
const bytesMax = 64_000_000

/**
 * Trees as they were last written, which are given again as long as the database says that nothing has changed. That is asked before a tree is
 * written, so that what changes meanwhile is never taken for known.
 */
export class KeptTrees {
  readonly #kept = new Map<number, KeptText>()
  readonly #bytesMax: number

  constructor(max = bytesMax) {
    this.#bytesMax = max
  }

  async tree(sql: Queries, orgId: number): Promise<JsonText> {
    const state = await treeState(sql, orgId)
    const known = this.#kept.get(orgId)
    const tree = known?.tag === state ? known : new KeptText((await writtenTree(sql, orgId)).text, state)
    // What was asked for last is forgotten last.
    this.#kept.delete(orgId)
    this.#kept.set(orgId, tree)
    this.#shrink()
    return tree
  }

  #shrink(): void {
    let sum = 0
    for (const { bytes } of this.#kept.values()) sum += bytes
    for (const [orgId, { bytes }] of this.#kept) {
      if (sum <= this.#bytesMax) return
      sum -= bytes
      this.#kept.delete(orgId)
    }
  }
}
