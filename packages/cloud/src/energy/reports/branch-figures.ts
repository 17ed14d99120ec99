import { setImmediate } from 'node:timers/promises'
import { at } from '@busbar/kit'
import { type Decimal, multiply, round } from '@busbar/modbus/decimal'
import { evaluate } from '../../formula/evaluate.ts'
import { paramsOf } from '../../formula/parse.ts'
import type { CountedSegments, SetAsideStep } from '../counters/counter-book.ts'
import { certaintyOf, type Figures, type Remainder, restOf, sumFigures, sumOfKnown } from '../sums.rules.ts'
import { distinctUnits, formulaUnit, mixedUnitsIn, sumUnit, type Unit, unitFactor } from '../units.rules.ts'
import { countersOf, formulaOf } from './branches.rules.ts'
import type { BranchRow } from './reports.sql.ts'

/** Figures of a branch. */
export interface BranchFigures extends Figures {
  /** Rest that the branches below do not account for, if the branch has its own value. */
  unmetered: Remainder | null
  /** Null where it is not known, or units differ. */
  unit: Unit
  /** Units without a sum because they differ and do not convert exactly; empty otherwise. */
  mixedUnits: string[]
}

/** The unit as it is shown: all of them where they differ, and there is no sum. */
export const unitLabel = ({ unit, mixedUnits }: Pick<BranchFigures, 'unit' | 'mixedUnits'>): Unit =>
  mixedUnits.length === 0 ? unit : mixedUnits.join(', ')

/** Converts figures whose units convert exactly; the others are returned as they are. */
const inUnit = (parts: readonly BranchFigures[], unit: Unit): BranchFigures[] =>
  parts.map((part) => {
    const factor = unitFactor(part.unit, unit)
    if (factor === null || part.unit === unit) return part
    const converted = (value: Decimal | null): Decimal | null => value && multiply(value, factor)
    return { ...part, unit, values: part.values.map(converted), total: converted(part.total) }
  })

/** Formulas have quotients; more decimals than these mean nothing. */
const formulaPlaces = 12

/** A counter under the limit that its branch sets. */
export const counterKey = (paramId: number, maxPerHour: number | null): string => `${paramId} ${maxPerHour}`

/** All branches that a figure may depend on, by their ids. */
export type Branches = ReadonlyMap<string, BranchRow>

export const childrenOf = (branches: Branches): Map<string, BranchRow[]> =>
  Map.groupBy(
    [...branches.values()].filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId ?? '',
  )

/** Works out figures of branches, each once. Links were checked when they were saved: they lead to an end. */
export class FigureBook {
  readonly #branches: Branches
  readonly #children: Map<string, BranchRow[]>
  readonly #counted: ReadonlyMap<string, CountedSegments>
  readonly #segmentCount: number
  readonly #units: ReadonlyMap<number, Unit>
  readonly #computed = new Map<string, BranchFigures>()

  constructor(
    branches: Branches,
    counted: ReadonlyMap<string, CountedSegments>,
    segmentCount: number,
    units: ReadonlyMap<number, Unit>,
  ) {
    this.#units = units
    this.#branches = branches
    this.#children = childrenOf(branches)
    this.#counted = counted
    this.#segmentCount = segmentCount
  }

  async figuresOf(id: string): Promise<BranchFigures> {
    for (const one of this.#orderOf(id)) {
      this.#computed.set(one, this.#compute(one))
      // A branch with thousands of segments takes milliseconds: others have their turn in between.
      await setImmediate()
    }
    return this.#computedFigures(id)
  }

  /** Excluded steps in the counters of a branch and of everything that it is computed from. */
  setAsideOf(id: string): (SetAsideStep & { paramId: number })[] {
    const keys = new Map<string, number>()
    const seen = new Set<string>()
    const rest = [id]
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      const branch = this.#branches.get(one)
      if (branch === undefined || seen.has(one)) continue
      seen.add(one)
      for (const paramId of countersOf(branch)) keys.set(counterKey(paramId, branch.maxPerHour), paramId)
      rest.push(...this.#dependenciesOf(one))
    }
    return [...keys]
      .flatMap(([key, paramId]) => (this.#counted.get(key)?.setAside ?? []).map((one) => ({ paramId, ...one })))
      .toSorted((a, b) => a.on - b.on || a.paramId - b.paramId)
  }

  /** Branches to compute, each after its dependencies. The path along links may be long, so the search is iterative. */
  #orderOf(id: string): string[] {
    const order = new Set<string>()
    const rest = [{ id, isReady: false }]
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      if (this.#computed.has(one.id) || order.has(one.id)) continue
      if (one.isReady) order.add(one.id)
      else
        rest.push(
          { id: one.id, isReady: true },
          ...this.#dependenciesOf(one.id).map((need) => ({ id: need, isReady: false })),
        )
    }
    return [...order]
  }

  #dependenciesOf(id: string): string[] {
    const linkId = this.#branches.get(id)?.linkId ?? null
    const below = (this.#children.get(id) ?? []).map((child) => child.id)
    return linkId === null ? below : [...below, linkId]
  }

  #compute(id: string): BranchFigures {
    const branch = this.#branches.get(id)
    const parts = (this.#children.get(id) ?? []).map((child) => this.#computedFigures(child.id))
    const own = branch === undefined ? null : this.#ownFigures(branch)
    const units = parts.flatMap(({ unit, mixedUnits }) => [unit, ...mixedUnits])
    if (own !== null) {
      const unit = branch?.unit ?? own.unit
      const isComparable = mixedUnitsIn([unit, ...own.mixedUnits, ...units], unit).length === 0
      const remainder = isComparable ? restOf(own, inUnit(parts, unit)) : this.#emptyFigures()
      return { ...own, unit, unmetered: parts.length > 0 ? remainder : null }
    }
    const unit = branch?.unit ?? sumUnit(parts.map((part) => part.unit))
    const mixedUnits = mixedUnitsIn(units, unit)
    // A unit that was set for the branch is only a label where nothing below differs.
    const isConverted = distinctUnits(units).length > 1
    const sum = sumFigures(isConverted ? inUnit(parts, unit) : parts, this.#segmentCount)
    const figures = mixedUnits.length === 0 ? sum : { ...sum, values: sum.values.map(() => null), total: null }
    return { ...figures, unit, mixedUnits, unmetered: null }
  }

  #computedFigures(id: string): BranchFigures {
    return (
      this.#computed.get(id) ?? {
        ...this.#emptyFigures(),
        unmetered: null,
        unit: null,
        mixedUnits: [],
      }
    )
  }

  /** Figures of a branch's own counter, formula or link; null where it has none. */
  #ownFigures(branch: BranchRow): Omit<BranchFigures, 'unmetered'> | null {
    const { linkId, formula, paramId, maxPerHour } = branch
    const unitOf = (id: number): Unit => this.#units.get(id) ?? null
    if (linkId !== null) return this.#computedFigures(linkId)
    if (formula !== null) {
      const unit = formulaUnit(formulaOf(formula), unitOf)
      return { ...this.#formulaFigures(formula, maxPerHour), unit, mixedUnits: [] }
    }
    if (paramId === null) return null
    return { ...this.#counterFigures(paramId, maxPerHour), unit: unitOf(paramId), mixedUnits: [] }
  }

  #counterFigures(paramId: number, maxPerHour: number | null): Figures {
    const counted = this.#counted.get(counterKey(paramId, maxPerHour))
    if (counted === undefined) return this.#emptyFigures()
    const { amounts: values, coverage, knownEdges, isBooked } = counted
    return { values, coverage, knownEdges, isBooked, total: sumOfKnown(values) }
  }

  /**
   * A formula has no value in a segment without an amount of one of its counters. Its total is its value for the whole
   * span: a ratio of totals, and a constant once.
   */
  #formulaFigures(text: string, maxPerHour: number | null): Figures {
    const formula = formulaOf(text)
    const counters = new Map(paramsOf(formula).map((id) => [id, this.#counterFigures(id, maxPerHour)]))
    const parts = [...counters.values()]
    const segments = Array.from({ length: this.#segmentCount }, (_, index) => index)
    const valueBy = (of: (counter: Figures | undefined) => Decimal | null | undefined): Decimal | null => {
      const result = evaluate(formula, (id) => of(counters.get(id)) ?? null)
      return 'error' in result ? null : round(result.value, formulaPlaces)
    }
    const isConstant = parts.length === 0
    const certainty = certaintyOf(parts, this.#segmentCount)
    return {
      values: segments.map((index) => valueBy((counter) => counter?.values[index])),
      total: this.#segmentCount === 0 ? null : valueBy((counter) => counter?.total),
      knownEdges: certainty.knownEdges.map((isKnown) => isConstant || isKnown),
      isBooked: certainty.isBooked.map((isBooked) => isConstant || isBooked),
      coverage: segments.map((index) => Math.min(1, ...parts.map(({ coverage }) => at(coverage, index)))),
    }
  }

  #emptyFigures(): Figures {
    return sumFigures([], this.#segmentCount)
  }
}
