import type { AlertState, Effect, Fact, ItemKey, JudgedAlert, Now, Stage } from '../alert.ts'
import { newState, step } from './step.ts'

/** One time that the alert would have been active. */
export interface TestedEpisode {
  startedOn: number
  sinceOn: number
  /** Null: it would be still. */
  resolvedOn: number | null
  /** What its conditions saw. */
  changes: {
    on: number
    what: 'triggered' | 'cleared'
    conditionId: number
    paramId: number
    value: number | null
    reason: string | null
  }[]
  /** What would have been sent when, to nobody's answer: nobody confirms. */
  sent: { on: number; key: ItemKey; stage: Stage }[]
}

export interface BackTestOutcome {
  episodes: readonly TestedEpisode[]
  /** Whether there were more than are told. */
  isCut: boolean
}

const episodesMax = 1000

/** What an alert would have done over a period of stored readings. They come in reading order, as they would have come in life. */
export class BackTest {
  readonly #alert: JudgedAlert
  readonly #from: number
  readonly #episodes = new Map<number, TestedEpisode>()
  #state: AlertState
  #isCut = false

  constructor(alert: JudgedAlert, from: number) {
    // An alert that leaves no record would have nothing to show; one that is switched off is tried before it is switched on.
    this.#alert = { ...alert, isEnabled: true, logAs: alert.logAs === 'none' ? 'info' : alert.logAs }
    this.#from = from
    this.#state = newState(this.#alert, this.#now(from))
    this.#step([], from)
  }

  take(fact: Fact): void {
    this.#step([fact], fact.on)
  }

  /** The outcome, when the period ends there. */
  end(till: number): BackTestOutcome {
    this.#step([], till)
    return { episodes: [...this.#episodes.values()], isCut: this.#isCut }
  }

  #now(on: number): Now {
    return { on, aheadMs: 0, runOn: this.#from }
  }

  #step(facts: readonly Fact[], on: number): void {
    if (this.#isCut) return
    const { state, effects } = step(this.#alert, this.#state, facts, this.#now(on))
    this.#state = state
    for (const effect of effects) this.#tell(effect)
  }

  #tell(effect: Effect): void {
    const episode = this.#episodes.get(effect.episode)
    if (effect.kind === 'open') {
      const { startedOn, sinceOn } = effect
      if (this.#episodes.size >= episodesMax) this.#isCut = true
      else this.#episodes.set(effect.episode, { startedOn, sinceOn, resolvedOn: null, changes: [], sent: [] })
    } else if (effect.kind === 'close') {
      if (episode) episode.resolvedOn = effect.resolvedOn
    } else if (effect.kind === 'notify') {
      episode?.sent.push({ on: effect.on, key: effect.key, stage: effect.stage })
    } else if (effect.kind === 'detail' && 'conditionId' in effect.detail) {
      episode?.changes.push({ on: effect.on, ...effect.detail })
    }
  }
}
