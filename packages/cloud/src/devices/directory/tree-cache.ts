import type { Queries } from '@busbar/database'
import { CachedJson, type JsonText } from '@busbar/wire/server'
import { type DeviceLeaves, treeText } from './tree.rules.ts'
import { type TreeNode, treeLeaves, treeNodes, treeState } from './tree.sql.ts'

/** Devices whose parameters are read at once: few enough that others do not wait. */
const devicesAtOnce = 20

interface WrittenTree {
  readonly text: Buffer
  /** Leaves by device. */
  readonly leaves: ReadonlyMap<number, DeviceLeaves>
}

const noLeaves: ReadonlyMap<number, DeviceLeaves> = new Map()

/** All of an organization. The database writes it, part by part, of devices that are not as they were: with many parameters it is tens of megabytes. */
export const writtenTree = async (sql: Queries, orgId: number, cached = noLeaves): Promise<WrittenTree> => {
  const nodes = await treeNodes(sql, orgId)
  const leaves = new Map<number, DeviceLeaves>()
  const changed: Device[] = []
  for (const node of nodes.filter(isDevice)) {
    const before = cached.get(node.deviceId)
    if (before?.state === node.state) leaves.set(node.deviceId, before)
    else changed.push(node)
  }
  for (let at = 0; at < changed.length; at += devicesAtOnce) {
    const batch = changed.slice(at, at + devicesAtOnce)
    const found = await treeLeaves(
      sql,
      orgId,
      batch.map(({ deviceId }) => deviceId),
    )
    for (const { deviceId, state } of batch) leaves.set(deviceId, { state, members: found.get(deviceId) ?? noBytes })
  }
  return { text: treeText(nodes, leaves), leaves }
}

const noBytes = Buffer.alloc(0)

type Device = TreeNode & { deviceId: number }
const isDevice = (node: TreeNode): node is Device => node.deviceId !== null

/** Limit for all organizations, packed and unpacked together. */
const bytesMax = 64_000_000

interface CachedTree {
  readonly reply: CachedJson
  readonly leaves: WrittenTree['leaves']
}

/**
 * Caches the JSON of trees as long as the database reports no change. The state is queried before a tree is read, so
 * that concurrent changes are not missed. After a change, only changed devices are read again.
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
    // Moves the organization to the end: the least recently used one is evicted first.
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
