import assert from 'node:assert/strict'
import type { contract } from '@busbar/cloud/contract'
import type { Client } from '@busbar/wire'
import { type LiveStream, liveEvents } from './live-events.ts'

const pageMax = 1000

/** The readings of the live stream by parameter and time. A streamed reading must be stored. */
export class LiveLog {
  /** `<parameter> <time>` and its value. */
  readonly streamed = new Map<string, string>()
  /** IDs of all parameters in the stream. */
  readonly paramIds = new Set<string>()
  doubled = 0

  /** Listens until `polls` more have arrived or the stream ends. */
  async listen(stream: LiveStream, polls: number): Promise<void> {
    let received = 0
    for await (const event of liveEvents(stream)) {
      received += this.#take(event)
      if (received >= polls) return
    }
  }

  /** Keys of what was read between two moments, and told. */
  streamedBetween(since: number, till: number): string[] {
    return [...this.streamed.keys()].filter((key) => {
      const time = Date.parse(key.split(' ')[1] ?? '')
      return time >= since && time <= till
    })
  }

  /**
   * Compares the stream with the database: how many readings were streamed and stored, which are missing, and which are
   * stored twice.
   */
  async compare(
    user: Client<typeof contract>,
  ): Promise<{ streamed: number; stored: number; missing: number; twice: number }> {
    const stored = new Map<string, number>()
    let twice = 0
    for (const paramId of this.paramIds) {
      for (let till: Date | undefined; ; ) {
        // The newest up to a time, oldest first.
        const answer = await user.readings.get({
          paramId: Number(paramId),
          ...(till && { till }),
          pointsLimit: pageMax,
        })
        assert.ok('ok' in answer, JSON.stringify(answer))
        const page = answer.ok
        const last = till?.toISOString()
        for (const [on, value] of page.filter(([time]) => time !== last)) {
          if (stored.has(`${paramId} ${on}`)) twice += 1
          stored.set(`${paramId} ${on}`, value)
        }
        if (page.length < pageMax) break
        till = new Date(page[0]?.[0] ?? 0)
      }
    }
    const missing = this.streamed
      .entries()
      .reduce((sum, [key, value]) => sum + Number(stored.get(key) !== Number(value)), 0)
    return { streamed: this.streamed.size, stored: stored.size, missing, twice }
  }

  #take(event: string): number {
    const [, name] = /^event: (.*)$/m.exec(event) ?? []
    const [, data] = /^data: (.*)$/m.exec(event) ?? []
    if (name !== 'readings' || data === undefined) return 0
    const { readOn, values } = JSON.parse(data) as { readOn: string; values: Record<string, string> }
    for (const [paramId, value] of Object.entries(values)) {
      const key = `${paramId} ${readOn}`
      if (this.streamed.has(key)) this.doubled += 1
      this.streamed.set(key, value)
      this.paramIds.add(paramId)
    }
    return 1
  }
}
