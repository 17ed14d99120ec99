import {
  encodeRequest,
  offsetIn,
  type ReadGroup,
  type ReadItem,
  ReadPlanner,
  type RegisterKind,
  type Request,
} from '@busbar/modbus'
import type { UnitGate, Visitor } from '../../gate/visitor.ts'
import type { Item } from '../language/bound.ts'
import { wordsOf } from '../language/def.parse.ts'
import { spanOf } from '../language/overlap.rules.ts'
import { areas, type Place } from '../language/syntax.ts'
import { type Told, toldBy } from './answer.rules.ts'
import type { ExecutionCode } from './fault.ts'
import type { Memory } from './memory.ts'
import { fromWords, toWords } from './registers.rules.ts'
import { type Change, changesOf, joined, writeOf } from './writes.rules.ts'

interface Mapped extends ReadItem {
  readonly item: Item
  readonly place: Place
}

export interface MappedOptions {
  readonly items: readonly Item[]
  readonly written: ReadonlySet<number>
  readonly gate: UnitGate
  readonly visitor: Visitor
}

/** Bits go 255 at a time, registers as many as one request can ask for. */
const groupSize = 255
const readFunctions = { holding: 3, input: 4, coil: 1, 'discrete-input': 2 } as const satisfies Record<
  RegisterKind,
  number
>
const broadcast = 0

/** The items of a task that live on the bus: read before a run, written after it, in few requests. */
export class MappedItems {
  readonly #options: MappedOptions
  readonly #mapped: readonly Mapped[]
  /** Each device teaches how it wants to be read. */
  readonly #units = new Map<number, { readonly planner: ReadPlanner<Mapped>; readonly items: readonly Mapped[] }>()
  /** What the bus told before the run, in our own words. */
  readonly #before = new Map<Mapped, number[]>()

  constructor(options: MappedOptions) {
    this.#options = options
    this.#mapped = options.items.flatMap((item) => {
      const span = spanOf(item)
      if (span === undefined || item.place === undefined) return []
      return [{ item, place: item.place, kind: areas[span.area], address: span.address, count: span.count }]
    })
    // Nobody answers for unit 0.
    const asked = this.#mapped.filter(({ place }) => place.unit !== broadcast)
    for (const [unit, items] of Map.groupBy(asked, ({ place }) => place.unit)) {
      this.#units.set(unit, { planner: new ReadPlanner<Mapped>({ groupSize }), items })
    }
  }

  /** Nothing when all is read. */
  async read(memory: Memory): Promise<ExecutionCode | undefined> {
    for (const [unit, { planner, items }] of this.#units) {
      const queue = [...planner.plan(items).groups]
      for (let group = queue.shift(); group; group = queue.shift()) {
        const told = await this.#ask(unit, {
          fn: readFunctions[group.kind],
          address: group.address,
          count: group.count,
        })
        if ('errorCode' in told) {
          const others = told.errorCode === 'EXC_MB_ILLEGAL_DATA_ADDRESS' ? planner.refused(group) : []
          if (others.length === 0) return told.errorCode
          queue.unshift(...others)
          continue
        }
        planner.accepted(group)
        this.#take(group, told.words, memory)
      }
    }
    return undefined
  }

  /** Writes what the run has changed; to everybody, what it has put. */
  async write(memory: Memory): Promise<ExecutionCode | undefined> {
    for (const change of joined(this.#mapped.flatMap((mapped) => this.#changes(mapped, memory)))) {
      const told = await this.#ask(change.unit, writeOf(change))
      if ('errorCode' in told) return told.errorCode
    }
    return undefined
  }

  #changes(mapped: Mapped, memory: Memory): Change[] {
    const { item, place } = mapped
    if (!this.#options.written.has(item.id)) return []
    const before = place.unit === broadcast ? [] : (this.#before.get(mapped) ?? [])
    if (place.unit === broadcast && memory.isPut[item.id] === 0) return []
    const width = item.type === 'STR' ? mapped.count : wordsOf(item.type, 0)
    return changesOf(place, width, before, toWords(item, memory))
  }

  #take(group: ReadGroup<Mapped>, words: ArrayLike<number>, memory: Memory): void {
    for (const mapped of group.items) {
      const from = offsetIn(group, mapped)
      const own = Array.from({ length: mapped.count }, (_, at) => words[from + at] ?? 0)
      fromWords(mapped.item, own, memory)
      // As we would write it: bytes behind the end of a text, and the forms of what is no number, are not the run's change.
      this.#before.set(mapped, toWords(mapped.item, memory))
    }
  }

  async #ask(unit: number, request: Request): Promise<Told> {
    const { gate, visitor } = this.#options
    return toldBy(request, await gate.ask(visitor, unit, encodeRequest(request)))
  }
}
