import type { Condition, JudgedAlert } from '../../alert.ts'
import type { Effect, EvaluationTime, Fact, ItemKey, ReadingFact } from '../../alert-state.ts'
import { additions, askAgain, beginKnown, editKnown, isOfSeveral, markNotified, unnotified } from './additions.ts'
import type { HistoryStep } from './histories.arbitrary.ts'
import { isNewHold, ParentAlerts, putHold } from './holds.ts'
import { judged } from './judged.ts'
import { isQuietFor, netOf, quietTill } from './mute.ts'
import { dueOf, editPlan, itemsOf, type ModelOccurrence, newOccurrence, type PlannedAction, postpone } from './story.ts'
import { type AddedCondition, ConditionModel, type InputRecord, oldest, waived } from './verdict.ts'

/** The expected behaviour in its simplest form: each second is evaluated from all input. It shares no code with the engine. */
export class AlertModel {
  #log: InputRecord[] = []
  #added: AddedCondition[] = []
  #seen = new Map<number, number>()
  #netSeen = new Map<number, number>()
  #ahead = 0
  #aheadMs: number | null = null
  #runOn = 0
  #clock = 0
  #judgedTill = 0
  #startedAt = 0
  #revision: number | null = null
  #state: ModelOccurrence | null = null
  #on = new Map<number, boolean>()
  #parents = new ParentAlerts()
  #alert: JudgedAlert = judged()
  #effects: Effect[] = []

  /** Expected effects of the last operation. */
  take({ now, alert, facts, isDeleted }: HistoryStep): Effect[] {
    this.#effects = []
    this.#alert = alert
    if (this.#aheadMs === null) this.#begin(now)
    if (isDeleted || !alert.isEnabled) {
      if (this.#added.length > 0 || (this.#state !== null && this.#state.closed === null))
        this.#end(now, isDeleted ? 'deleted' : 'disabled')
      return this.#effects
    }
    this.#keepTime(now)
    const wall = now.on / 1000
    if (this.#revision !== alert.revision) {
      const old = new Set(this.#added.map(({ condition }) => condition.id))
      if (this.#state?.known === null && isOfSeveral(alert)) beginKnown(this.#state, alert, this.#on)
      this.#edit(wall - this.#ahead)
      this.#readFacts(facts, old)
      this.#judge(this.#clock, old)
    }
    for (const fact of facts.toSorted((one, other) => one.on - other.on)) this.#fact(fact, wall)
    this.#pass(wall - this.#ahead)
    return this.#effects
  }

  #begin(now: EvaluationTime): void {
    this.#aheadMs = now.aheadMs
    this.#runOn = now.runOn
    this.#clock = now.on / 1000
    this.#judgedTill = this.#clock
    this.#startedAt = Math.min(now.runOn, now.on) / 1000
  }

  #keepTime(now: EvaluationTime): void {
    const before = this.#ahead
    const wall = now.on / 1000
    if (this.#runOn === now.runOn) this.#ahead += (now.aheadMs - (this.#aheadMs ?? 0)) / 1000
    else {
      if (wall - this.#ahead < this.#clock) this.#ahead = wall - this.#clock
      const time = wall - this.#ahead
      const away = time - this.#clock
      this.#startedAt = Math.min(now.runOn, now.on) / 1000 - this.#ahead
      const lookedTill = Math.min(this.#judgedTill, time)
      this.#log.push({ kind: 'restart', time, lookedTill, away, startedAt: this.#startedAt })
      if (this.#state?.closed === null && this.#state.cleared !== null) this.#state.cleared += away
      for (const [id, on] of this.#state?.known ?? []) if (on !== true) this.#state?.known?.set(id, on + away)
      this.#clock = time
      this.#judgedTill = time
    }
    if (this.#state && this.#state.muted !== null && this.#ahead !== before) this.#state.muted = this.#clock
    this.#aheadMs = now.aheadMs
    this.#runOn = now.runOn
  }

  #edit(time: number): void {
    this.#revision = this.#alert.revision
    this.#clock = Math.max(this.#clock, time)
    this.#added = this.#alert.conditions.map((condition) => {
      const old = this.#added.find((added) => added.condition.id === condition.id)
      return old ?? { condition, entries: this.#log.length, time: this.#clock }
    })
    const nets = new Set(this.#added.map(({ condition }) => netOf(this.#alert, condition)))
    for (const { id } of this.#alert.dependsOn) nets.add(-id)
    this.#parents.retain(this.#alert.dependsOn)
    for (const netId of this.#netSeen.keys()) if (!nets.has(netId)) this.#netSeen.delete(netId)
    const ids = new Set(this.#alert.conditions.map(({ id }) => id))
    for (const known of [this.#on, this.#seen]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    const state = this.#state
    if (!state) return
    editPlan(state, itemsOf(this.#alert), this.#clock)
    if (state.muted !== null) state.muted = this.#clock
  }

  /** Readings up to now take effect before the edited alert is evaluated. */
  #readFacts(facts: readonly Fact[], old: ReadonlySet<number>): void {
    for (const fact of facts.toSorted((one, other) => one.on - other.on)) {
      if (fact.kind === 'reading' && fact.on / 1000 - this.#ahead <= this.#clock) this.#addReading(fact)
    }
    const state = this.#state
    if (!state || state.closed !== null || state.cleared !== null) return
    const verdicts = this.#added.map((added) => new ConditionModel(this.#alert, added, this.#log, this.#clock))
    const ids = waived(this.#alert, verdicts, old)
    if (ids !== null) this.#log.push({ kind: 'waive', time: this.#clock, ids })
  }

  #fact(fact: Fact, wall: number): void {
    const on = fact.kind === 'reading' ? fact.on / 1000 : Math.min(fact.on / 1000, wall)
    const at = on - this.#ahead
    if (fact.kind === 'reading') {
      if (on > wall + 60) return
      if (this.#freshFor(fact).length === 0) return
      this.#pass(at)
      this.#addReading(fact)
    } else if (fact.kind === 'net') {
      const isParent = this.#alert.dependsOn.some(({ id }) => id === -fact.netId)
      if (!isParent && !this.#added.some(({ condition }) => netOf(this.#alert, condition) === fact.netId)) return
      // The same time by the clock, and not the clamped one, is what makes it known.
      if (fact.on / 1000 - this.#ahead <= (this.#netSeen.get(fact.netId) ?? Number.NEGATIVE_INFINITY)) return
      this.#pass(at)
      this.#clock = Math.max(this.#clock, at)
      this.#netSeen.set(fact.netId, at)
      this.#log.push({ kind: 'net', time: this.#clock, saidAt: at, netId: fact.netId, isUp: fact.isConnected })
      this.#parent(-fact.netId, !fact.isConnected)
    } else if (fact.kind === 'parent') {
      if (this.#parents.isActive(fact.alertId) === fact.isActive) return
      this.#pass(at)
      this.#clock = Math.max(this.#clock, at)
      this.#parent(fact.alertId, fact.isActive)
    } else {
      this.#pass(at)
      this.#clock = Math.max(this.#clock, at)
      const state = this.#state
      const isMeant =
        (fact.occurrence ?? state?.no) === state?.no &&
        (fact.additions ?? state?.additions ?? 0) >= (state?.additions ?? 0)
      if (state && isMeant && state.closed === null && state.confirmed === null && at >= state.started) {
        state.confirmed = this.#clock
        const met = this.#added.filter(({ condition: { id } }) => this.#on.get(id)).map(({ condition }) => condition)
        for (const { id } of met) state.known?.set(id, true)
        const conditions = met.map(({ id, paramId }) => ({ conditionId: id, paramId }))
        const { from, comment } = fact
        this.#pushDetail(state, { what: 'confirmed', from, comment, ...(state.known && { conditions }) })
        this.#replan(state)
      }
    }
    this.#judge(this.#clock)
  }

  #parent(id: number, isActive: boolean): void {
    if (!this.#parents.take(this.#alert.dependsOn, id, isActive, this.#clock)) return
    if (this.#state && this.#state.muted !== null) this.#state.muted = this.#clock
  }

  /** Conditions for which a reading is news. */
  #freshFor({ paramId, on }: ReadingFact): AddedCondition[] {
    const at = on / 1000 - this.#ahead
    return this.#added.filter(
      ({ condition: { id, paramId: own } }) => own === paramId && at > (this.#seen.get(id) ?? Number.NEGATIVE_INFINITY),
    )
  }

  #addReading(fact: ReadingFact): void {
    const at = fact.on / 1000 - this.#ahead
    const fresh = this.#freshFor(fact)
    if (fresh.length === 0) return
    for (const { condition } of fresh) this.#seen.set(condition.id, at)
    const { paramId, value, reason } = fact
    this.#clock = Math.max(this.#clock, at)
    const isNew = at >= this.#startedAt
    this.#log.push({ kind: 'reading', time: this.#clock, paramId, readAt: at, value, reason, isNew })
  }

  /** Second by second. What should have happened by now, and had no chance to, happens at once. */
  #pass(till: number): void {
    for (let time = Math.min(this.#clock, till); time <= till; time++) this.#judge(Math.max(time, this.#clock))
    this.#judgedTill = Math.max(this.#judgedTill, till)
  }

  /** `old`: after an edit, the conditions that were there before. */
  #judge(time: number, old: ReadonlySet<number> | null = null): void {
    const before = this.#effects.length
    const verdicts = this.#added.map((added) => new ConditionModel(this.#alert, added, this.#log, time))
    let isChanged = false
    const wasOn = this.#state !== null && this.#state.closed === null
    const at = Math.max(time, this.#clock)
    for (const [place, { condition }] of this.#added.entries()) {
      const isOn = verdicts[place]?.isOn ?? false
      if ((this.#on.get(condition.id) ?? false) === isOn) continue
      this.#on.set(condition.id, isOn)
      isChanged = true
      this.#clock = at
      if (!wasOn || !this.#state) continue
      if (this.#state.muted !== null) this.#state.muted = at
      this.#line(this.#state, condition, isOn)
    }
    const onNow = verdicts.filter(({ isOn }) => isOn)
    const isAny = this.#alert.conditionLogic === 'any'
    const isSo = isAny ? onNow.length > 0 : verdicts.length > 0 && onNow.length === verdicts.length
    const isMet = isSo && (isAny || onNow.every((verdict) => verdict.oldAt(false) > at))
    let state = this.#state
    if (isMet && (state === null || state.closed !== null)) {
      for (const item of itemsOf(this.#alert))
        if (state && typeof state.plan.get(item.key) === 'number') this.#drop(state, item, 'stage-passed')
      const times = onNow.map(({ since }) => since ?? 0)
      state = this.#open(at, isAny ? Math.min(...times) : Math.max(...times), (state?.no ?? 0) + 1)
    } else if (state && state.closed === null) {
      if (state.cleared === null) state.cleared = isSo ? null : at
      else if (isMet) state.cleared = null
    }
    if (!state) return
    if (old !== null) editKnown(state, this.#alert, this.#on, old)
    if (state.closed === null) this.#noteUnknown(state, verdicts, at)
    if (state.closed === null) this.#add(state, at)
    if (state.closed === null && state.cleared !== null && state.cleared + this.#alert.holdOffSec <= at)
      this.#close(state, at, 'resolved')
    for (const item of itemsOf(this.#alert)) {
      this.#perform(state, item, at)
      if (state.closed === null) this.#sendAdditions(state, item, at)
    }
    if (isChanged || this.#effects.length > before) this.#clock = at
  }

  #noteUnknown(state: ModelOccurrence, verdicts: readonly ConditionModel[], at: number): void {
    const onNow = this.#added.flatMap(({ condition }, place) => {
      const verdict = verdicts[place]
      return verdict?.isOn ? [{ condition, verdict }] : []
    })
    const isOld = ({ verdict }: (typeof onNow)[number]): boolean => verdict.oldAt(!state.isUnknown) <= at
    const isUnknown =
      state.cleared === null && (this.#alert.conditionLogic === 'any' ? onNow.every(isOld) : onNow.some(isOld))
    if (isUnknown === state.isUnknown) return
    state.isUnknown = isUnknown
    this.#clock = at
    if (state.cleared !== null) return
    if (!isUnknown) return this.#note(state, { what: 'judged' })
    const first = oldest(onNow)
    const readOn = this.#wall(first?.verdict.heardAt ?? 0)
    this.#note(state, { what: 'unjudged', paramId: first?.condition.paramId ?? 0, readOn })
  }

  #line(state: ModelOccurrence, { id, paramId }: Condition, isOn: boolean): void {
    // The values are the business of other tests.
    this.#note(state, { what: isOn ? 'triggered' : 'cleared', conditionId: id, paramId, value: null, reason: null })
  }

  #note(state: ModelOccurrence, detail: Extract<Effect, { kind: 'detail' }>['detail']): void {
    state.lines++
    if (state.lines <= 101) this.#pushDetail(state, state.lines === 101 ? { what: 'full' } : detail)
  }

  #open(at: number, since: number, no: number): ModelOccurrence {
    const isLogged = this.#alert.logAs !== 'none'
    const state = newOccurrence(no, at, isLogged)
    if (isOfSeveral(this.#alert)) beginKnown(state, this.#alert, this.#on)
    this.#state = state
    this.#clock = at
    const [on, sinceOn, { logAs }] = [this.#wall(at), this.#wall(since), this.#alert]
    if (isLogged) this.#effects.push({ kind: 'open', occurrence: no, on, startedOn: on, sinceOn, logAs })
    this.#replan(state)
    for (const { condition } of this.#added) if (this.#on.get(condition.id)) this.#line(state, condition, true)
    return state
  }

  #close(state: ModelOccurrence, at: number, how: 'resolved' | 'disabled' | 'deleted'): void {
    this.#clock = at
    state.cleared ??= at
    const resolvedOn = this.#wall(state.cleared)
    if (state.isLogged) this.#effects.push({ kind: 'close', occurrence: state.no, on: this.#wall(at), resolvedOn, how })
    state.closed = at
    state.muted = null
    this.#replan(state)
  }

  #end(now: EvaluationTime, how: 'disabled' | 'deleted'): void {
    this.#keepTime(now)
    this.#clock = Math.max(this.#clock, now.on / 1000 - this.#ahead)
    const state = this.#state
    if (state?.closed === null) this.#close(state, this.#clock, how)
    for (const item of itemsOf(this.#alert))
      if (state && typeof state.plan.get(item.key) === 'number') this.#drop(state, item, 'stage-passed')
    state?.plan.clear()
    this.#added = []
    this.#on.clear()
    this.#seen.clear()
    this.#netSeen.clear()
    this.#parents.retain([])
    this.#revision = this.#alert.revision
  }

  #replan(state: ModelOccurrence): void {
    for (const item of itemsOf(this.#alert)) {
      const due = dueOf(item, state)
      const old = state.plan.get(item.key)
      if (due !== null && old === undefined) state.plan.set(item.key, due)
      if (due === null && typeof old === 'number') {
        state.plan.set(item.key, 'done')
        this.#drop(state, item, 'stage-passed')
      }
    }
  }

  #perform(state: ModelOccurrence, item: PlannedAction, at: number): void {
    const due = state.plan.get(item.key)
    if (typeof due !== 'number' || due > at) return
    if (item.isOfTrouble && state.closed === null && state.cleared !== null) return
    const alert = this.#alert
    const isBound = (one: PlannedAction): boolean =>
      state.muted !== null && !(one.isWrite && state.mutedWhy !== 'maintenance')
    const notice: ItemKey = `p${Number(item.key.slice(1))}`
    const isNoticeDue = (): boolean => item.isForPeople && item.isOfTrouble && !state.noticed.has(notice)
    // A dependency is active, and the recipient does not know it.
    const isUnaware = state.mutedWhy === 'dependency' && (state.muted ?? 0) > 1e12 && isNoticeDue()
    if (isBound(item) && (state.muted ?? 0) > at && !isUnaware) return
    const quiet = quietTill(alert, this.#on, this.#wall(at))
    const hold = item.isWrite && quiet === null ? null : this.#parents.holdOf(alert, state, quiet, at, this.#ahead)
    if (hold !== null && item.stage !== 'resolved') {
      this.#clock = at
      const { why, till } = hold
      if (isNewHold(state, hold)) this.#pushDetail(state, { what: 'muted', why, till })
      putHold(state, hold, this.#ahead)
      if (!hold.isEndless || !isNoticeDue()) return
      state.noticed.add(notice)
      const message = this.#message(state, { ...item, key: notice })
      this.#effects.push({ kind: 'notify', ...message, dueOn: this.#wall(at) })
      return
    }
    this.#clock = at
    if (isBound(item)) {
      if (state.mutedWhy !== 'dependency' || state.mutedName !== null) this.#pushDetail(state, { what: 'unmuted' })
      postpone(state, itemsOf(alert).filter(isBound), at)
      state.muted = null
    }
    const nowDue = state.plan.get(item.key)
    if (typeof nowDue !== 'number' || nowDue > at) return
    state.plan.set(item.key, 'done')
    if (hold !== null && !(hold.why === 'dependency' && state.isNotified)) return this.#drop(state, item, 'muted')
    if (!item.isWrite) state.isNotified = true
    this.#send(state, item, this.#wall(nowDue))
  }

  #send(state: ModelOccurrence, item: PlannedAction, dueOn: number, added?: Condition[]): void {
    const also = added?.map(({ id }) => id)
    this.#effects.push({ kind: 'notify', ...this.#message(state, item), dueOn, ...(also && { also }) })
    markNotified(state, item, this.#on)
  }

  #add(state: ModelOccurrence, at: number): void {
    const added = additions(state, this.#alert, this.#on, at, (one) => this.#isHeldFor(state, one, at))
    if (added.length === 0) return
    state.additions++
    this.#clock = at
    if (state.confirmed === null) return
    const conditions = added.map(({ id, paramId }) => ({ conditionId: id, paramId }))
    this.#pushDetail(state, { what: 'unconfirmed', conditions })
    state.confirmed = null
    this.#replan(state)
    askAgain(state, this.#alert, at)
  }

  #isHeldFor(state: ModelOccurrence, condition: Condition, at: number): boolean {
    const isQuiet = isQuietFor(this.#alert, condition, this.#wall(at))
    return isQuiet || this.#parents.holdOf(this.#alert, state, null, at, this.#ahead) !== null
  }

  #sendAdditions(state: ModelOccurrence, item: PlannedAction, at: number): void {
    const added = unnotified(state, item, this.#alert, this.#on).filter((one) => !this.#isHeldFor(state, one, at))
    if (added.length === 0) return
    this.#clock = at
    this.#send(state, item, this.#wall(at), added)
  }

  #pushDetail(state: ModelOccurrence, detail: Extract<Effect, { kind: 'detail' }>['detail']): void {
    if (state.isLogged)
      this.#effects.push({ kind: 'detail', occurrence: state.no, on: this.#wall(this.#clock), detail })
  }

  #drop(state: ModelOccurrence, item: PlannedAction, why: 'stage-passed' | 'muted'): void {
    this.#effects.push({ kind: 'drop', ...this.#message(state, item), why })
  }

  #message({ no, sends }: ModelOccurrence, { key, stage }: PlannedAction) {
    const nth = (sends.get(key) ?? 0) + 1
    sends.set(key, nth)
    return { occurrence: no, on: this.#wall(this.#clock), key, nth, stage }
  }

  #wall(time: number): number {
    return (time + this.#ahead) * 1000
  }
}
