import { formatProblem, type ValueFormat } from '@busbar/modbus'
import type { Draft, SourceLine } from './draft.ts'
import { ImportProblem, type PlannedParam } from './plan.ts'

/** A parameter as a reader found it: whether it makes sense is judged here. */
export type ParamDraft = Omit<PlannedParam, 'name' | 'description' | 'category' | 'isTracked' | 'isProgrammable'> & {
  name: string
  description?: string
  category?: string
  isTracked?: boolean
  isProgrammable?: boolean
}

interface DeviceAddress {
  net: string
  name: string
  unit: number
}

const paramsMax = 2000
const charsMax = { name: 500, description: 500, category: 200, label: 50, unitName: 50 } as const
const periodSecMax = 86_400

/** A device that is being read from a file. */
export class DeviceDraft {
  readonly #draft: Draft
  readonly #source: SourceLine
  readonly #start: DeviceAddress
  readonly #params: { source: SourceLine; param: PlannedParam; periodMs: number | null }[] = []
  readonly #names = new Set<string>()
  /** The number behind a name that is there several times. */
  readonly #lastNumbers = new Map<string, number>()
  readonly #labels = new Set<string>()
  readonly #formats = new Map<string, string>()
  periodMs: number | null = null
  retries: number | null = null
  isAlways16 = false

  constructor(draft: Draft, source: SourceLine, start: DeviceAddress) {
    this.#draft = draft
    this.#source = source
    draft.countDevice(source)
    this.#start = { ...start, name: this.#short(source, start.name.trim() || 'Device', 200) }
  }

  get name(): string {
    return this.#start.name
  }

  /** Takes a parameter, or notes why not. `periodMs`: how often it is read where that is its own. */
  add(source: SourceLine, found: ParamDraft, periodMs: number | null = null): void {
    const { name } = found
    if (!Number.isInteger(found.address) || found.address < 0 || found.address > 65_535) {
      return this.#draft.note(source, 'left-out', 'address-left-out', { name, address: String(found.address) })
    }
    const cleaned = this.#withoutWrongNans(source, found)
    const problem = formatProblem(cleaned, cleaned.registerKind)
    if (problem !== null) return this.#draft.note(source, 'left-out', 'format-left-out', { name, problem })
    const param = this.#named(source, cleaned)
    const format = JSON.stringify({ ...param, name: null, label: null })
    const other = this.#formats.get(format)
    if (other !== undefined) return this.#draft.note(source, 'left-out', 'duplicate-left-out', { name, other })
    this.#formats.set(format, param.name.en)
    this.#names.add(param.name.en)
    if (param.label !== undefined) this.#labels.add(param.label)
    if (this.#params.length === paramsMax)
      throw new ImportProblem(`${source.file}: a device has at most ${paramsMax} parameters`)
    this.#draft.countParams(source, 1)
    this.#params.push({ source, param, periodMs })
  }

  /** Hands the device over to the plan; it is read as often as the quickest of its parameters. */
  finish(): void {
    const own = this.#params.flatMap(({ periodMs }) => (periodMs === null ? [] : [periodMs]))
    const leastMs = own.length > 0 ? Math.min(...own, this.periodMs ?? Infinity) : this.periodMs
    const periodSec = leastMs === null ? null : this.#periodSec(leastMs)
    for (const { source, param, periodMs } of this.#params) {
      if (periodSec === null || periodMs === null || Math.ceil(periodMs / 1000) <= periodSec) continue
      const args = { name: param.name.en, was: String(periodMs / 1000), is: String(periodSec) }
      this.#draft.note(source, 'changed', 'period-changed', args)
    }
    const retries = this.retries === null ? null : Math.min(10, this.retries)
    if (retries !== this.retries) {
      this.#draft.note(this.#source, 'changed', 'retries-changed', { was: String(this.retries), is: String(retries) })
    }
    const params = this.#params.map(({ param }) => param)
    const writable = params.filter(({ isProgrammable }) => isProgrammable).length
    if (writable > 0) this.#draft.note(this.#source, 'info', 'writing-off', {}, writable)
    const { isAlways16 } = this
    this.#draft.addDevice(this.#source, { ...this.#start, periodSec, retries, isAlways16, params })
  }

  #periodSec(ms: number): number {
    const sec = Math.min(periodSecMax, Math.max(1, Math.ceil(ms / 1000)))
    if (sec === Math.ceil(ms / 1000) && sec * 1000 !== ms) {
      this.#draft.note(this.#source, 'changed', 'period-rounded', { was: `${ms} ms`, is: String(sec) })
    } else if (sec * 1000 !== ms) {
      this.#draft.note(this.#source, 'changed', 'period-raised', { name: this.name, was: String(ms / 1000) })
    }
    return sec
  }

  #withoutWrongNans(source: SourceLine, found: ParamDraft): ParamDraft {
    const { nanValues, ...rest } = found
    if (nanValues === undefined) return found
    const isRight = (value: string): boolean =>
      formatProblem({ ...(rest as ValueFormat), nanValues: [value] }, found.registerKind) === null
    // Problems without these fields are reported later.
    if (formatProblem(rest, found.registerKind) !== null) return rest
    const right = nanValues.filter(isRight)
    for (const value of nanValues) {
      if (!right.includes(value)) this.#draft.note(source, 'left-out', 'nan-left-out', { name: found.name, value })
    }
    return { ...rest, ...(right.length > 0 && { nanValues: right }) }
  }

  #named(source: SourceLine, found: ParamDraft): PlannedParam {
    const { name, description, category, label, unitName, ...rest } = found
    const short = (field: keyof typeof charsMax, text: string): string => this.#short(source, text, charsMax[field])
    const shortName = short('name', name.trim() || `${found.registerKind} ${found.address}`)
    const wantedLabel = label?.trim() ? short('label', label.trim()) : undefined
    const isLabelTaken = wantedLabel !== undefined && this.#labels.has(wantedLabel)
    if (isLabelTaken) this.#draft.note(source, 'changed', 'label-left-out', { label: wantedLabel })
    return {
      name: { en: this.#freeName(source, shortName) },
      ...(description?.trim() && { description: { en: short('description', description.trim()) } }),
      ...(category?.trim() && { category: { en: short('category', category.trim()) } }),
      ...(wantedLabel !== undefined && !isLabelTaken && { label: wantedLabel }),
      ...(unitName?.trim() && { unitName: short('unitName', unitName.trim()) }),
      ...rest,
      isTracked: found.isTracked ?? true,
      isProgrammable: found.isProgrammable ?? false,
    }
  }

  /** Two parameters with the same name could not be distinguished in lists. */
  #freeName(source: SourceLine, name: string): string {
    if (!this.#names.has(name)) return name
    const base = name.slice(0, 490)
    for (let number = (this.#lastNumbers.get(base) ?? 1) + 1; ; number += 1) {
      const free = `${base} (${number})`
      if (this.#names.has(free)) continue
      this.#lastNumbers.set(base, number)
      this.#draft.note(source, 'changed', 'name-changed', { was: name, is: free })
      return free
    }
  }

  #short(source: SourceLine, text: string, most: number): string {
    if (text.length <= most) return text
    this.#draft.note(source, 'changed', 'text-shortened', { was: text.slice(0, most), most: String(most) })
    return text.slice(0, most).trim()
  }
}
