import type { VirtualClock } from '@busbar/kit'

interface Caller {
  netId: number
  nodeId: string
  epoch: number
}

interface NodeView {
  rows: Map<number, Caller>
  onChange: (netIds: readonly number[]) => void
}

/** Delay until other nodes receive a stored connection. */
const notifyMs = 10

/** The node that each gateway connected to last, in the database and as received by each node. */
export class Callers {
  readonly #base: VirtualClock
  readonly #rows = new Map<number, Caller>()
  readonly #views = new Map<string, NodeView>()
  #changedIds: number[] = []

  constructor(base: VirtualClock) {
    this.#base = base
  }

  /** The view of one node. */
  view(nodeId: string, onChange: NodeView['onChange']): { of(netId: number): Caller | undefined } {
    const rows = new Map<number, Caller>()
    this.#views.set(nodeId, { rows, onChange })
    return { of: (netId) => rows.get(netId) }
  }

  forget(nodeId: string): void {
    this.#views.delete(nodeId)
  }

  /** The latest caller wins. Its own node knows at once, the others a little later. */
  take(netId: number, nodeId: string): void {
    this.#rows.set(netId, { netId, nodeId, epoch: (this.#rows.get(netId)?.epoch ?? 0) + 1 })
    this.#notify(this.#views.get(nodeId), [netId])
    this.#changedIds.push(netId)
    if (this.#changedIds.length > 1) return
    this.#base.after(notifyMs, () => {
      const changedIds = this.#changedIds
      this.#changedIds = []
      for (const view of this.#views.values()) this.#notify(view, changedIds)
    })
  }

  #notify(view: NodeView | undefined, netIds: readonly number[]): void {
    for (const netId of netIds) {
      const row = this.#rows.get(netId)
      if (row !== undefined) view?.rows.set(netId, row)
    }
    view?.onChange(netIds)
  }
}
