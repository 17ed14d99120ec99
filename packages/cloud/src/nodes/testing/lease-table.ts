import { type LeaseState, leaseMs } from '../leases/lease.rules.ts'
import type { LeaseRenewal, TakenLease } from '../leases/leases.sql.ts'

interface NodeRow {
  untilMs: number
  renewals: number
  isDraining: boolean
}

interface LeaseRow {
  nodeId: string | null
  epoch: number
  freeMs: number
}

/** Long before anything. */
const neverMs = -1e9

/** Nodes and leases as the database keeps them, each statement at one moment of its clock. */
export class LeaseTable {
  readonly #nowMs: () => number
  readonly #nodes = new Map<string, NodeRow>()
  readonly #leases = new Map<string, LeaseRow>()

  constructor(nowMs: () => number, names: Iterable<string>) {
    this.#nowMs = nowMs
    for (const name of names) this.#leases.set(name, { nodeId: null, epoch: 0, freeMs: neverMs })
  }

  renew(id: string, isDraining: boolean): LeaseRenewal {
    const nowMs = this.#nowMs()
    const row = this.#nodes.get(id)
    const renewals = row === undefined ? 0 : row.renewals + 1
    const wasOver = row === undefined || row.untilMs <= nowMs
    this.#nodes.set(id, { untilMs: nowMs + leaseMs, renewals, isDraining })
    const nodes = Array.from(this.#nodes, ([nodeId, { untilMs, isDraining: drains }]) => ({
      id: nodeId,
      name: nodeId,
      version: '',
      startedOn: '',
      heardOn: '',
      facts: {},
      isAlive: untilMs > nowMs,
      isDraining: drains,
      works: [],
    }))
    const leases = Array.from(this.#leases, ([name, { nodeId, epoch }]) => ({ name, nodeId, epoch }))
    return { nowMs, renewals, wasOver, nodes, leases }
  }

  take(id: string, seen: readonly LeaseState[]): TakenLease[] {
    const nowMs = this.#nowMs()
    return seen.flatMap(({ name, epoch }) => {
      const lease = this.#leases.get(name)
      if (lease === undefined || lease.epoch !== epoch) return []
      const owner = lease.nodeId === null ? undefined : this.#nodes.get(lease.nodeId)
      if (owner !== undefined && owner.untilMs > nowMs) return []
      const freeMs = lease.nodeId === null ? lease.freeMs : (owner?.untilMs ?? neverMs)
      this.#leases.set(name, { nodeId: id, epoch: epoch + 1, freeMs })
      return [{ name, epoch: epoch + 1, freeForMs: nowMs - freeMs }]
    })
  }

  give(id: string, leases: readonly Pick<LeaseState, 'name' | 'epoch'>[]): void {
    for (const { name, epoch } of leases) {
      const lease = this.#leases.get(name)
      if (lease?.nodeId === id && lease.epoch === epoch)
        this.#leases.set(name, { nodeId: null, epoch, freeMs: this.#nowMs() })
    }
  }

  leave(id: string): void {
    this.#nodes.delete(id)
    for (const [name, { nodeId, epoch }] of this.#leases) if (nodeId === id) this.give(id, [{ name, epoch }])
  }
}
