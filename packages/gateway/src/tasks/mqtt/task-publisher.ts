import type { Clock } from '@busbar/kit'
import type { Item } from '../bind/bound.ts'
import { readable } from '../parse/escape.rules.ts'
import { numberText } from '../running/format.rules.ts'
import type { Memory } from '../running/memory.ts'
import type { RunPublisher } from '../running/task.ts'

/** Receives messages for a broker: the newest of each topic. An empty one removes the topic. */
export interface PublishSink {
  put(topic: string, payload: string, expirySec: number): void
}

export interface TaskPublisherOptions {
  readonly sourceFile: string
  readonly items: readonly Item[]
  readonly periodMs: number
  readonly clock: Pick<Clock, 'now'>
  readonly sink: PublishSink
}

/** Shortest interval between changes of an item, and the interval for unchanged values. */
const changeMs = 1000
const repeatMs = 60_000
const expirySecMin = 180

interface PublishedItem {
  readonly item: Item
  readonly topic: string
  text: string | null
  atMs: number
}

/** Publishes items of a task after its runs: `TASK/item`, a plain number or text; `null` for unknown values. */
export class TaskPublisher implements RunPublisher {
  readonly #options: TaskPublisherOptions
  readonly #expirySec: number
  readonly #items: readonly PublishedItem[]

  constructor(options: TaskPublisherOptions) {
    this.#options = options
    this.#expirySec = Math.max(expirySecMin, Math.ceil((3 * options.periodMs) / 1000))
    const task = options.sourceFile.replace(/\.[^.]*$/, '').replaceAll(/[+#/$\p{Cc}]/gu, '_')
    this.#items = options.items
      .filter(({ isPublished }) => isPublished)
      .map((item) => ({ item, topic: `${task}/${item.name}`, text: null, atMs: Number.NEGATIVE_INFINITY }))
  }

  /** Called after every successful run. */
  note(memory: Memory): void {
    const nowMs = this.#options.clock.now()
    for (const sent of this.#items) {
      const text = published(sent.item, memory)
      if (nowMs - sent.atMs < (text === sent.text ? repeatMs : changeMs)) continue
      sent.text = text
      sent.atMs = nowMs
      this.#options.sink.put(sent.topic, text, this.#expirySec)
    }
  }

  /** Values of a task that ended are no longer current. */
  stop(): void {
    for (const { topic, text } of this.#items) if (text !== null) this.#options.sink.put(topic, '', this.#expirySec)
  }
}

/** Every digit; a list for an array. What was not read for this run is null. */
const published = ({ id, type, slot, length, mapping }: Item, memory: Memory): string => {
  const { numbers, texts, readErrors, hasBeenRead } = memory
  if (mapping !== undefined && (readErrors[id] !== 0 || hasBeenRead[id] !== 1)) return 'null'
  if (type === 'STR') return readable(texts[slot] ?? '')
  const formatted = (value: number): string =>
    Number.isFinite(value) ? numberText(value, null, type === 'F64' ? 64 : 32) : 'null'
  if (length === null) return formatted(numbers[slot] ?? Number.NaN)
  return `[${Array.from(numbers.subarray(slot, slot + length), formatted).join(',')}]`
}
