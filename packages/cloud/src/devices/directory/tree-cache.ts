import type { Queries } from '@busbar/database'
import { CachedJson, type JsonText } from '@busbar/wire/server'
import { treeState } from './tree.sql.ts'
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
  readonly #cached = new Map<number, CachedTree>()
  readonly #pending = new Map<string, Promise<CachedTree>>()
  readonly #bytesMax: number

  constructor(max = bytesMax) {
    this.#bytesMax = max
  }

  async tree(sql: Queries, orgId: number): Promise<JsonText> {
    const state = await treeState(sql, orgId)
    const cached = this.#cached.get(orgId)
    const tree = cached?.reply.tag === state ? cached : await this.#write(sql, orgId, state)
    // What was asked for last is forgotten last.
    this.#cached.delete(orgId)
    this.#cached.set(orgId, tree)
    this.#shrink()
    return tree.reply
  }

  /** Once for all who ask meanwhile. */
  #write(sql: Queries, orgId: number, state: string): Promise<CachedTree> {
    const name = `${orgId} ${state}`
    const written = this.#pending.get(name) ?? this.#load(sql, orgId, state)
    this.#pending.set(name, written)
    return written.finally(() => this.#pending.delete(name))
  }

  async #load(sql: Queries, orgId: number, state: string): Promise<CachedTree> {
    const { text, leaves } = await writtenTree(sql, orgId, this.#cached.get(orgId)?.leaves)
    return { reply: new CachedJson(text, state), leaves }
  }

  #shrink(): void {
    let sum = 0
    for (const tree of this.#cached.values()) sum += bytesOf(tree)
    for (const [orgId, tree] of this.#cached) {
      if (sum <= this.#bytesMax) return
      sum -= bytesOf(tree)
      this.#cached.delete(orgId)
    }
  }
}

/** The text, and nearly all of it once more by device. */
const bytesOf = ({ reply }: CachedTree): number => reply.bytes + reply.text.length
