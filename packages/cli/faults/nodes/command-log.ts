import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, RunningNode } from './cluster.ts'

const address = 40_000
const pauseMs = 60

interface Command {
  word: number
  /** `done`, `unclear`, or that nothing was done. */
  outcome: 'done' | 'unclear' | 'refused' | 'nothing'
}

/** Writes a distinct number to each device through all nodes, and stores the reported outcomes. */
export class CommandLog {
  readonly #cluster: Cluster
  readonly #commands: Command[] = []
  readonly #working = new Set<Promise<void>>()
  #isRunning = false
  #next = 1

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  start(): void {
    this.#isRunning = true
    void this.#run()
  }

  /** Resolves when all that is under way has its answer. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#working)
  }

  counts(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { outcome } of this.#commands) counts[outcome] = (counts[outcome] ?? 0) + 1
    return counts
  }

  /** Commands that devices saw twice, that were done and not told so, or told so and not done. */
  wrong(): string[] {
    const seen = new Map<number, number>()
    for (const { isWrite, address: at, word } of this.#cluster.field.noted) {
      if (isWrite && at === address) seen.set(word, (seen.get(word) ?? 0) + 1)
    }
    return this.#commands.flatMap(({ word, outcome }) => {
      const times = seen.get(word) ?? 0
      if (times > 1) return [`${word} was written ${times} times`]
      if (outcome === 'done' && times === 0) return [`${word} was told as done, and was not`]
      return outcome === 'refused' && times > 0 ? [`${word} was told as not done, and was`] : []
    })
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      await sleep(pauseMs)
      const { nodes, netIds } = this.#cluster
      const node = nodes[this.#next % Math.max(1, nodes.length)]
      const netId = netIds[this.#next % netIds.length]
      if (node === undefined || netId === undefined || this.#working.size > 50) continue
      const work = this.#write(node, netId, this.#next).finally(() => this.#working.delete(work))
      this.#working.add(work)
      this.#next += 1
    }
  }

  async #write({ user }: RunningNode, networkId: number, word: number): Promise<void> {
    const command: Command = { word, outcome: 'nothing' }
    this.#commands.push(command)
    const connection = { kind: 'net-id', networkId } as const
    const request = { deviceModbusId: 1, address, kind: 'holding' as const, values: [word], connection }
    const answer = await user.raw.writeRegisterGroup(request).catch(() => null)
    if (answer === null || !('ok' in answer)) return
    const { err } = answer.ok as { err?: string }
    command.outcome = err === undefined ? 'done' : err.startsWith('unclear:') ? 'unclear' : 'refused'
  }
}
