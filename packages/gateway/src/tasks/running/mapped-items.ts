import { at, type Clock } from '@busbar/kit'
import {
  decodeResponse,
  encodeRequest,
  offsetIn,
  type ReadGroup,
  type ReadItem,
  ReadPlanner,
  type RegisterKind,
  type Request,
} from '@busbar/modbus'
import type { Requester, UnitGate } from '../../bus/gate/requester.ts'
import type { Item } from '../bind/bound.ts'
import { isTouching, type Span, spanOf } from '../bind/overlap.rules.ts'
import { wordsOf } from '../parse/def.parse.ts'
import { areas, type ItemAddress } from '../parse/syntax.ts'
import { codeOf, type ExecutionCode } from './fault.ts'
import type { Memory } from './memory.ts'
import { fromWords, toWords, valuesToWords } from './registers.rules.ts'
import { type Change, changesOf, joined, writeOf } from './writes.rules.ts'

interface MappedItem extends ReadItem {
  readonly item: Item
  readonly mapping: ItemAddress
}

export interface MappedOptions {
  readonly items: readonly Item[]
  readonly written: ReadonlySet<number>
  readonly gate: UnitGate
  readonly requester: Requester
  readonly clock: Pick<Clock, 'now'>
}

/** Maximum number of bits per read; registers use the limit of a request. */
const groupSize = 255
const readFunctions = { holding: 3, input: 4, coil: 1, 'discrete-input': 2 } as const satisfies Record<
  RegisterKind,
  number
>
const broadcast = 0
const illegalAddress = 2
/** Shortest interval between safe-state writes to an output that does not respond. */
const safeRetryMs = 10_000

/** Mapped items of a task: read before a run and written after it, in few requests, each sent once. */
export class MappedItems {
  readonly #options: MappedOptions
  readonly #mapped: readonly MappedItem[]
  /** Read planner of each unit, which learns its limits. */
  readonly #units = new Map<
    number,
    { readonly planner: ReadPlanner<MappedItem>; readonly items: readonly MappedItem[] }
  >()
  /** Words read before the run. */
  readonly #before = new Map<MappedItem, number[]>()
  /** Time of the last safe-state write to an output that could not be read. */
  readonly #safeTriedMs = new Map<MappedItem, number>()

  constructor(options: MappedOptions) {
    this.#options = options
    this.#mapped = options.items.flatMap((item) => {
      const span = spanOf(item)
      if (span === undefined || item.mapping === undefined) return []
      return [{ item, mapping: item.mapping, kind: areas[span.area], address: span.address, count: span.count }]
    })
    // Unit 0 is broadcast and cannot be read.
    const readable = this.#mapped.filter(({ mapping }) => mapping.unit !== broadcast)
    for (const [unit, items] of Map.groupBy(readable, ({ mapping }) => mapping.unit)) {
      this.#units.set(unit, { planner: new ReadPlanner<MappedItem>({ groupSize }), items })
    }
  }

  /** Reads all items and returns the first error, or undefined. Items that were not read record their error. */
  async read(memory: Memory): Promise<ExecutionCode | undefined> {
    let first: number | undefined
    memory.readErrors.fill(0)
    for (const [unit, { planner, items }] of this.#units) {
      // Items count as unread until they are read, so those of a refused group keep its error.
      for (const { item } of items) memory.readErrors[item.id] = illegalAddress
      const queue = [...planner.plan(items).groups]
      for (let group = queue.shift(); group; group = queue.shift()) {
        const { kind, address, count } = group
        const answer = await this.#ask(unit, { fn: readFunctions[kind], address, count })
        if ('words' in answer) {
          planner.accepted(group)
          if (!this.#take(group, answer.words, memory)) first ??= tooManyDigits
          continue
        }
        const { exception } = answer
        const others = exception === illegalAddress ? planner.refused(group) : []
        queue.unshift(...others)
        if (others.length > 0) continue
        // A unit that does not respond is skipped for the rest.
        const unread = exception === noAnswer || exception === pathUnavailable ? [group, ...queue.splice(0)] : [group]
        for (const { item } of unread.flatMap((one) => one.items)) memory.readErrors[item.id] = exception
        first ??= exception
        if (this.#isAborted()) return codeOf(first)
      }
    }
    return first === undefined ? undefined : codeOf(first)
  }

  /**
   * Writes the items that the run changed, and assigned items of unit 0: each once, independently of the others.
   * Returns the first error. The next read shows whether an unanswered write took effect; it is not repeated.
   */
  async write(memory: Memory): Promise<ExecutionCode | undefined> {
    let first: number | undefined
    memory.writeErrors.fill(0)
    for (const change of joined(this.#mapped.flatMap((mapped) => this.#changes(mapped, memory)))) {
      const answer = await this.#ask(change.unit, writeOf(change))
      if (this.#isAborted()) break
      if ('words' in answer) continue
      this.#failed(change, answer.exception, memory)
      first ??= answer.exception
    }
    return first === undefined ? undefined : codeOf(first)
  }

  get hasSafeStates(): boolean {
    return this.#mapped.some(({ item }) => item.safe !== undefined)
  }

  /**
   * Puts outputs into their safe states: those with another value, and those that could not be read. Items in `taken`
   * are skipped.
   */
  async writeSafe(memory: Memory, requester: Requester, taken: readonly Span[] = []): Promise<void> {
    const nowMs = this.#options.clock.now()
    const changes: Change[] = []
    for (const mapped of this.#mapped) {
      const { item, mapping, count } = mapped
      const { safe } = item
      if (safe === undefined || taken.some((span) => isTouching(span, { ...mapping, count }))) continue
      const words = valuesToWords(item, new Array<number>(item.length ?? 1).fill(safe))
      if (memory.readErrors[item.id] === 0) {
        const before = this.#before.get(mapped)
        if (words.every((word, index) => word === before?.[index])) continue
      } else if (nowMs - (this.#safeTriedMs.get(mapped) ?? Number.NEGATIVE_INFINITY) < safeRetryMs) continue
      this.#safeTriedMs.set(mapped, nowMs)
      changes.push({ unit: mapping.unit, area: mapping.area, address: mapping.address, words })
    }
    for (const change of joined(changes)) await this.#ask(change.unit, writeOf(change), requester)
  }

  /** A failed write leaves the device unchanged, so the item gets the value that was read. */
  #failed({ unit, area, address, words }: Change, exception: number, memory: Memory): void {
    const span = { unit, area, address, count: words.length }
    for (const mapped of this.#mapped) {
      const { item, mapping, count } = mapped
      if (!this.#options.written.has(item.id) || !isTouching(span, { ...mapping, count })) continue
      memory.writeErrors[item.id] = exception
      const before = this.#before.get(mapped)
      if (before === undefined) continue
      const after = toWords(item, memory)
      const isIn = (index: number): boolean =>
        mapping.address + index >= address && mapping.address + index < address + words.length
      fromWords(
        item,
        after.map((word, index) => (isIn(index) ? at(before, index) : word)),
        memory,
      )
    }
  }

  #isAborted(): boolean {
    return this.#options.requester.signal.aborted
  }

  #changes(mapped: MappedItem, memory: Memory): Change[] {
    const { item, mapping } = mapped
    // An item that was not read was not assigned either, or the run would have failed.
    if (!this.#options.written.has(item.id) || memory.readErrors[item.id] !== 0) return []
    const before = mapping.unit === broadcast ? [] : (this.#before.get(mapped) ?? [])
    if (mapping.unit === broadcast && memory.isAssigned[item.id] === 0) return []
    const width = item.type === 'STR' ? mapped.count : wordsOf(item.type, 0)
    const { unit, area, address } = mapping
    return changesOf({ unit, area, address }, width, before, toWords(item, memory))
  }

  /** False where an item cannot hold what was read. */
  #take(group: ReadGroup<MappedItem>, words: ArrayLike<number>, memory: Memory): boolean {
    let areAllStored = true
    const nowMs = this.#options.clock.now()
    for (const mapped of group.items) {
      const from = offsetIn(group, mapped)
      const own = Array.from({ length: mapped.count }, (_, index) => at(words, from + index))
      const { id } = mapped.item
      const isStored = fromWords(mapped.item, own, memory)
      memory.readErrors[id] = isStored ? 0 : tooManyDigits
      areAllStored &&= isStored
      if (!isStored) continue
      memory.hasBeenRead[id] = 1
      memory.readOnMs[id] = nowMs
      // As we would write it: bytes behind the end of a text, and the forms of what is no number, are not the run's change.
      this.#before.set(mapped, toWords(mapped.item, memory))
    }
    return areAllStored
  }

  async #ask(unit: number, request: Request, requester = this.#options.requester): Promise<DecodedAnswer> {
    const { gate } = this.#options
    return decodeAnswer(request, await gate.ask(requester, unit, encodeRequest(request)))
  }
}

const pathUnavailable = 10
const noAnswer = 11
/** Codes outside of the standard: a number with more digits than calculations support, or an invalid response. */
const tooManyDigits = 254
const nonsense = 255

type DecodedAnswer = { readonly words: ArrayLike<number> } | { readonly exception: number }

/**
 * Decodes a response: registers or bits, nothing for a completed write, or the exception, 1 to 255. The gate reports a
 * missing response as an exception or as undefined.
 */
function decodeAnswer(request: Request, pdu: Uint8Array | undefined): DecodedAnswer {
  if (pdu === undefined) return { exception: noAnswer }
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return { exception: nonsense }
  const response = decoded.ok
  if (response.fn === 'exception') return { exception: response.code || nonsense }
  if (response.fn === 1 || response.fn === 2) return { words: response.bits }
  if (response.fn === 3 || response.fn === 4) return { words: response.words }
  return { words: [] }
}
