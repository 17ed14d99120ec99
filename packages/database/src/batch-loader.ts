import type { Queries } from './sql.ts'

/** Pending statements of one loader: while one is answered, another is sent. */
const underWayMax = 2
const keysMax = 64

/** Returns results in the order of the keys; undefined if there is none. */
type LoadMany<Key, Found> = (sql: Queries, keys: Key[]) => Promise<(Found | undefined)[]>

interface PendingLookup<Key, Found> {
  readonly key: Key
  readonly answer: PromiseWithResolvers<Found | undefined>
}

/**
 * Batches single requests into one statement. Requests that arrive while statements are pending wait for the next one:
 * a few requests see no delay, and many share the cost. Equal requests share a result. A statement is sent after all
 * its requests were made, so it sees everything that was committed before them.
 */
export const batchLoader = <Key, Found>(
  nameOf: (key: Key) => string,
  load: LoadMany<Key, Found>,
): ((sql: Queries, key: Key) => Promise<Found | undefined>) => {
  const queues = new WeakMap<Queries, Queue<Key, Found>>()
  return (sql, key) => {
    let queue = queues.get(sql)
    if (queue === undefined) queues.set(sql, (queue = new Queue((keys) => load(sql, keys))))
    return queue.ask(nameOf(key), key)
  }
}

class Queue<Key, Found> {
  readonly #load: (keys: Key[]) => Promise<(Found | undefined)[]>
  readonly #waiting = new Map<string, PendingLookup<Key, Found>>()
  #underWay = 0

  constructor(load: (keys: Key[]) => Promise<(Found | undefined)[]>) {
    this.#load = load
  }

  ask(name: string, key: Key): Promise<Found | undefined> {
    const same = this.#waiting.get(name)
    if (same !== undefined) return same.answer.promise
    const answer = Promise.withResolvers<Found | undefined>()
    this.#waiting.set(name, { key, answer })
    if (this.#underWay < underWayMax) void this.#send()
    return answer.promise
  }

  async #send(): Promise<void> {
    this.#underWay += 1
    // Callers of the same turn join the batch.
    await Promise.resolve()
    while (this.#waiting.size > 0) await this.#sendOnce()
    this.#underWay -= 1
  }

  async #sendOnce(): Promise<void> {
    const batch = [...this.#waiting].slice(0, keysMax)
    for (const [name] of batch) this.#waiting.delete(name)
    try {
      const found = await this.#load(batch.map(([, { key }]) => key))
      for (const [at, [, { answer }]] of batch.entries()) answer.resolve(found[at])
    } catch (error) {
      for (const [, { answer }] of batch) answer.reject(error)
    }
  }
}

/** Splits a long list, so that it can be read in several statements and other work runs between them. */
export function* piecesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/**
 * Yields each piece with what was read for it, in order. The next piece is read while the caller processes the current
 * one.
 */
export async function* readAhead<T, Found>(
  pieces: Iterable<T>,
  read: (piece: T) => Promise<Found>,
): AsyncGenerator<[piece: T, found: Found]> {
  let before: [T, Promise<Found>] | undefined
  for (const piece of pieces) {
    const found = read(piece)
    // The failure is thrown where it is awaited; without that it is dropped.
    found.catch(() => {})
    if (before !== undefined) yield [before[0], await before[1]]
    before = [piece, found]
  }
  if (before !== undefined) yield [before[0], await before[1]]
}
