import { CachedJson, type JsonText } from '@busbar/wire/server'
import type { Queries } from '../../db/sql.ts'
import { treeState } from './nets.sql.ts'
import { type WrittenTree, writtenTree } from './tree.ts'

/** Of all organizations, packed and as they are. */
const bytesMax = 64_000_000

interface CachedTree {
  readonly reply: CachedJson
  readonly leaves: WrittenTree['leaves']
}

/**
 * Trees as they were last written, which are given again as long as the database says that nothing has changed. That is asked before a tree is
 * written, so that what changes meanwhile is never taken for known. Of one that has changed only the devices that have are read again.
 */
export class TreeCache {
  readonly #kept = new Map<number, CachedTree>()
  readonly #written = new Map<string, Promise<CachedTree>>()
  readonly #bytesMax: number

  constructor(max = bytesMax) {
    this.#bytesMax = max
  }

  async tree(sql: Queries, orgId: number): Promise<JsonText> {
    const state = await treeState(sql, orgId)
    const known = this.#kept.get(orgId)
    const tree = known?.reply.tag === state ? known : await this.#write(sql, orgId, state)
    // What was asked for last is forgotten last.
    this.#kept.delete(orgId)
    this.#kept.set(orgId, tree)
    this.#shrink()
    return tree.reply
  }

  /** Once for all who ask meanwhile. */
  #write(sql: Queries, orgId: number, state: string): Promise<CachedTree> {
    const name = `${orgId} ${state}`
    const written = this.#written.get(name) ?? this.#writeAnew(sql, orgId, state)
    this.#written.set(name, written)
    return written.finally(() => this.#written.delete(name))
  }

  async #writeAnew(sql: Queries, orgId: number, state: string): Promise<CachedTree> {
    const { text, leaves } = await writtenTree(sql, orgId, this.#kept.get(orgId)?.leaves)
    return { reply: new CachedJson(text, state), leaves }
  }

  #shrink(): void {
    let sum = 0
    for (const tree of this.#kept.values()) sum += bytesOf(tree)
    for (const [orgId, tree] of this.#kept) {
      if (sum <= this.#bytesMax) return
      sum -= bytesOf(tree)
      this.#kept.delete(orgId)
    }
  }
}

/** The text, and nearly all of it once more by device. */
const bytesOf = ({ reply }: CachedTree): number => reply.bytes + reply.text.length
