import type { RegisterKind } from '../tables.ts'
import { type Extent, isSameExtent } from './extent.ts'
import { groupOf, type ReadGroup, type ReadItem } from './group.ts'
import { type PlanOptions, plan, type ReadLimits, type ReadPlan } from './plan.ts'

type GroupCut = ReadLimits['cuts'][number]

/** The most that is remembered of each sort; the oldest gives way. */
const lessonsMax = 1024

/** The limits that were learned from one device. They remain when the items change. */
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

  /** Returns whether the extent was known. */
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

/** A refused group cut in two, until the device has answered for both halves. */
interface SplitTrial<T extends ReadItem> {
  readonly kind: RegisterKind
  readonly address: number
  readonly waiting: Set<ReadGroup<T>>
}

/** Plans the reads of one device, and learns from the addresses it calls illegal. */
export class ReadPlanner<T extends ReadItem> {
  readonly #options: PlanOptions
  readonly #memory: Memory
  readonly #trials = new WeakMap<ReadGroup<T>, SplitTrial<T>>()

  /** The memory may come from an earlier planner of the same device. */
  constructor(options: PlanOptions, memory: Memory = new Memory()) {
    this.#options = options
    this.#memory = memory
  }

  plan(items: readonly T[]): ReadPlan<T> {
    return plan(items, this.#options, this.#memory)
  }

  /** Notes that the device answered a group. Returns whether that changes the plan. */
  accepted(group: ReadGroup<T>): boolean {
    // Registers may appear, with a new firmware or a module plugged in.
    const wasAlone = this.#memory.forgetAlone(group)
    const trial = this.#trials.get(group)
    if (!trial?.waiting.delete(group) || trial.waiting.size > 0) return wasAlone
    // Each half is fine by itself: what is between them is not, or both are too long.
    this.#memory.learnCut(trial)
    return true
  }

  /** The device called an address of a group illegal. Returns the groups to try at once instead. */
  refused(group: ReadGroup<T>): readonly ReadGroup<T>[] {
    // The bad item is within this half, so the trial would never end and the cut would never be learned.
    this.#trials.delete(group)
    const others = group.items.filter((item) => !isSameExtent(item, group))
    if (others.length < group.items.length) {
      this.#memory.learnAlone(group)
      return this.plan(others).groups
    }
    const middle = middleOf(group.items)
    const halves = [groupOf(group.items.slice(0, middle)), groupOf(group.items.slice(middle))]
    const trial = { kind: group.kind, address: halves[1]?.address ?? 0, waiting: new Set(halves) }
    for (const half of halves) this.#trials.set(half, trial)
    return halves
  }

  forget(): void {
    this.#memory.forget()
  }
}

/** The place nearest to the middle where items begin at another address than those before. */
function middleOf(items: readonly Extent[]): number {
  const middle = items.length / 2
  let best = Infinity
  for (let index = 1; index < items.length; index++) {
    if (items[index]?.address === items[index - 1]?.address) continue
    if (Math.abs(index - middle) < Math.abs(best - middle)) best = index
  }
  return best
}
