import type { RegisterKind } from '../tables.ts'
import type { Extent } from './extent.ts'
import type { ReadLimits } from './plan.ts'

type GroupCut = ReadLimits['cuts'][number]

/** The most that is remembered of each sort; the oldest gives way. */
const lessonsMax = 1024

/** What one device has taught about reading it. It outlives the items that were planned when it was learned. */
export class Memory implements ReadLimits {
  readonly #cuts = new Map<string, GroupCut>()
  readonly #alone = new Map<string, Extent>()

  get cuts(): readonly GroupCut[] {
    return [...this.#cuts.values()]
  }

  get alone(): readonly Extent[] {
    return [...this.#alone.values()]
  }

  learnCut({ kind, address }: GroupCut): void {
    remember(this.#cuts, keyOf(kind, address), { kind, address })
  }

  learnAlone({ kind, address, count }: Extent): void {
    remember(this.#alone, keyOf(kind, address, count), { kind, address, count })
  }

  /** Says whether it was known. */
  forgetAlone({ kind, address, count }: Extent): boolean {
    return this.#alone.delete(keyOf(kind, address, count))
  }

  forget(): void {
    this.#cuts.clear()
    this.#alone.clear()
  }
}

function remember<Lesson>(lessons: Map<string, Lesson>, key: string, lesson: Lesson): void {
  lessons.delete(key)
  lessons.set(key, lesson)
  const [oldest] = lessons.keys()
  if (lessons.size > lessonsMax && oldest !== undefined) lessons.delete(oldest)
}

const keyOf = (kind: RegisterKind, ...numbers: number[]): string => `${kind} ${numbers.join(' ')}`
