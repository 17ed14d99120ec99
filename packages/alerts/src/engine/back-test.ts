import type { JudgedAlert, Stage } from '../alert.ts'
import type { AlertState, Effect, EvaluationTime, Fact, ItemKey, ReadingFact } from '../alert-state.ts'
import { newState, step } from './step.ts'

/** An alert event of a back-test. */
export interface TestedOccurrence {
  startedOn: number
  sinceOn: number
  /** Null: it would be still. */
  resolvedOn: number | null
  /** Changes of its conditions. */
  changes: {
    on: number
    what: 'triggered' | 'cleared'
    conditionId: number
    paramId: number
    value: number | null
    reason: string | null
  }[]
  /** Messages that would have been sent without an acknowledgement. */
  sent: { on: number; key: ItemKey; stage: Stage }[]
}

export interface BackTestResult {
  occurrences: readonly TestedOccurrence[]
  /** True if there were more events than returned. */
  isCut: boolean
}

const occurrencesMax = 1000

/** The service has always been there. */
const nowAt = (on: number): EvaluationTime => ({ on, aheadMs: 0, runOn: 0 })

/**
 * Evaluates an alert over a period of stored readings, in reading order. A parameter exists from its first reading or
 * failure: earlier silence is no outage, and its conditions start then.
 */
export class BackTest {
  readonly #fullAlert: JudgedAlert
  readonly #knownIds: Set<number>
  readonly #occurrences = new Map<number, TestedOccurrence>()
  #alert: JudgedAlert
  #state: AlertState
  #isCut = false

  /** `knownIds`: the parameters that were there before. `last`: what was read of them last by then, which an alert that is made looks at. */
  constructor(alert: JudgedAlert, from: number, knownIds: Iterable<number>, last: readonly ReadingFact[] = []) {
    // An alert that leaves no record would have nothing to show.
    this.#fullAlert = { ...alert, logAs: alert.logAs === 'none' ? 'info' : alert.logAs }
    this.#knownIds = new Set(knownIds)
    this.#alert = this.#knownAlert()
    this.#state = newState(this.#alert, nowAt(from))
    this.#step(last, from)
  }

  take(fact: Fact): void {
    if (fact.kind === 'reading' && !this.#knownIds.has(fact.paramId)) this.#addParam(fact.paramId, fact.on)
    this.#step([fact], fact.on)
  }

  /** The outcome, when the period ends there. */
  end(till: number): BackTestResult {
    this.#step([], till)
    return { occurrences: [...this.#occurrences.values()], isCut: this.#isCut }
  }

  /** Time passes as it was, and then there is one more parameter. */
  #addParam(paramId: number, on: number): void {
    this.#step([], on)
    this.#knownIds.add(paramId)
    this.#alert = this.#knownAlert()
    // Its first reading comes after it is there: what it says is news, and nothing that an edit has found.
    this.#step([], on)
  }

  /**
   * An alert that needs all its conditions sleeps until their parameters exist. A disabled alert is tested as if it
   * were enabled.
   */
  #knownAlert(): JudgedAlert {
    const { conditions: all, conditionLogic, revision } = this.#fullAlert
    const conditions = all.filter(({ paramId }) => this.#knownIds.has(paramId))
    const isEnabled = conditionLogic === 'any' || conditions.length === all.length
    return { ...this.#fullAlert, conditions, isEnabled, revision: revision + conditions.length }
  }

  #step(facts: readonly Fact[], on: number): void {
    if (this.#isCut) return
    const { state, effects } = step(this.#alert, this.#state, facts, nowAt(on))
    this.#state = state
    for (const effect of effects) this.#record(effect)
  }

  #record(effect: Effect): void {
    const occurrence = this.#occurrences.get(effect.occurrence)
    if (effect.kind === 'open') {
      const { startedOn, sinceOn } = effect
      if (this.#occurrences.size >= occurrencesMax) this.#isCut = true
      else this.#occurrences.set(effect.occurrence, { startedOn, sinceOn, resolvedOn: null, changes: [], sent: [] })
    } else if (effect.kind === 'close') {
      if (occurrence) occurrence.resolvedOn = effect.resolvedOn
    } else if (effect.kind === 'notify') {
      occurrence?.sent.push({ on: effect.on, key: effect.key, stage: effect.stage })
    } else if (effect.kind === 'detail' && 'conditionId' in effect.detail) {
      occurrence?.changes.push({ on: effect.on, ...effect.detail })
    }
  }
}
