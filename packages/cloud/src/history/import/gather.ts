import { decimalProduct, decimalText, type ImportedReading, numberWord, type RefusedLine } from '@busbar/import'
import { plainNumber } from '@busbar/kit'
import type { AsideReason, ReadingsMap } from './import.contract.ts'
import type { TargetParam } from './import.sql.ts'

interface NameFacts {
  count: number
  gaps: number
  from: number
  till: number
}

/** A parameter with what is to be stored of it, by time. */
export interface GatheredParam {
  param: TargetParam
  values: Map<number, number>
  texts: Map<number, string>
}

interface GatherOptions {
  params: ReadonlyMap<number, TargetParam>
  map: ReadingsMap
  now: number
  /** Only before the device was added. */
  isPast: boolean
}

const refusedMax = 100
const stepMs = 100
const dayMs = 86_400_000

/** Takes readings of a file one by one, and counts those that cannot be stored by their reason. */
export class Gatherer {
  readonly names = new Map<string, NameFacts>()
  readonly aside = new Map<AsideReason, number>()
  readonly refused: RefusedLine[] = []
  readonly gathered = new Map<number, GatheredParam>()
  refusedCount = 0
  /** Readings that wait to be stored. */
  waiting = 0
  readonly #options: GatherOptions

  constructor(options: GatherOptions) {
    this.#options = options
  }

  take(item: ImportedReading | RefusedLine): void {
    if ('reason' in item) {
      this.refusedCount += 1
      if (this.refused.length < refusedMax) this.refused.push(item)
      return
    }
    this.#noteName(item)
    if (item.value === null) return
    const reason = this.#add(item, item.value)
    if (reason !== null) this.setAside(reason)
  }

  setAside(reason: AsideReason, count = 1): void {
    if (count > 0) this.aside.set(reason, (this.aside.get(reason) ?? 0) + count)
  }

  /** Hands over what waits. */
  release(): GatheredParam[] {
    const all = [...this.gathered.values()]
    this.gathered.clear()
    this.waiting = 0
    return all
  }

  #noteName({ name, time, value }: ImportedReading): void {
    const facts = this.names.get(name) ?? { count: 0, gaps: 0, from: time, till: time }
    facts[value === null ? 'gaps' : 'count'] += 1
    facts.from = Math.min(facts.from, time)
    facts.till = Math.max(facts.till, time)
    this.names.set(name, facts)
  }

  #add({ name, time }: ImportedReading, text: string): AsideReason | null {
    const { params, map, now, isPast } = this.#options
    const mapped = Object.hasOwn(map, name) ? map[name] : undefined
    const { paramId, multiplier = '1' } = typeof mapped === 'object' ? mapped : { paramId: mapped }
    const param = params.get(paramId ?? 0)
    if (param === undefined) return 'not-mapped'
    // Readings are kept in tenths of a second.
    const on = Math.round(time / stepMs) * stepMs
    if (on > now) return 'after-now'
    if (param.keepDays !== null && on < now - param.keepDays * dayMs) return 'beyond-retention'
    if (isPast && on >= param.addedOn.getTime()) return 'not-before'
    const collected = this.#of(param)
    if (collected.values.has(on) || collected.texts.has(on)) return 'twice'
    if (param.valueType === 'string') {
      if (text.length > 1000) return 'no-text'
      collected.texts.set(on, text)
    } else {
      const decimal = decimalText(numberWord(text))
      const exact = decimal === null ? null : decimalProduct(decimal, multiplier)
      if (exact === null) return 'no-number'
      collected.values.set(on, Number(exact))
      if (plainNumber(Number(exact)) !== exact) collected.texts.set(on, exact)
    }
    this.waiting += 1
    return null
  }

  #of(param: TargetParam): GatheredParam {
    const entry = this.gathered.get(param.id) ?? {
      param,
      values: new Map<number, number>(),
      texts: new Map<number, string>(),
    }
    this.gathered.set(param.id, entry)
    return entry
  }
}
