import type { Condition, JudgedAlert } from '../../alert.ts'
import type { Effect, EvaluationTime, Fact, ItemKey, ReadingFact } from '../../alert-state.ts'
import { additions, addTold, askAgain, beginKnown, isOfSeveral, keepKnown, untold } from './additions.ts'
import type { HistoryStep } from './histories.arbitrary.ts'
import { isNewHold, ParentAlerts, putHold } from './holds.ts'
import { judged } from './judged.ts'
import { isQuietFor, netOf, quietTill } from './mute.ts'
import { dueOf, itemsOf, keepPlan, type ModelOccurrence, newStory, type PlannedAction, putOff } from './story.ts'
import { type AddedCondition, ConditionModel, type InputRecord, oldest, waived } from './verdict.ts'

/** What an alert should do, in the plainest way: all input is kept, and each second is judged from all of it. Shares no line with the engine. */
export class AlertModel {
  #log: InputRecord[] = []
  #made: AddedCondition[] = []
  #seen = new Map<number, number>()
  #netSeen = new Map<number, number>()
  #ahead = 0
  #aheadMs: number | null = null
  #runOn = 0
  #clock = 0
  #looked = 0
  #startedAt = 0
  #revision: number | null = null
  #story: ModelOccurrence | null = null
  #on = new Map<number, boolean>()
  #parents = new ParentAlerts()
  #alert: JudgedAlert = judged()
  #effects: Effect[] = []

  /** What the last operation should have led to. */
  take({ now, alert, facts, isDeleted }: HistoryStep): Effect[] {
    this.#effects = []
    this.#alert = alert
    if (this.#aheadMs === null) this.#begin(now)
    if (isDeleted || !alert.isEnabled) {
      if (this.#made.length > 0 || (this.#story !== null && this.#story.closed === null))
        this.#end(now, isDeleted ? 'deleted' : 'disabled')
      return this.#effects
    }
    this.#keepTime(now)
    const wall = now.on / 1000
    if (this.#revision !== alert.revision) {
      const old = new Set(this.#made.map(({ condition }) => condition.id))
      if (this.#story?.known === null && isOfSeveral(alert)) beginKnown(this.#story, alert, this.#on)
      this.#edit(wall - this.#ahead)
      this.#look(facts, old)
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
    this.#looked = this.#clock
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
      const lookedTill = Math.min(this.#looked, time)
      this.#log.push({ kind: 'restart', time, lookedTill, away, startedAt: this.#startedAt })
      if (this.#story?.closed === null && this.#story.cleared !== null) this.#story.cleared += away
      for (const [id, on] of this.#story?.known ?? []) if (on !== true) this.#story?.known?.set(id, on + away)
      this.#clock = time
      this.#looked = time
    }
    if (this.#story && this.#story.muted !== null && this.#ahead !== before) this.#story.muted = this.#clock
    this.#aheadMs = now.aheadMs
    this.#runOn = now.runOn
  }

  #edit(time: number): void {
    this.#revision = this.#alert.revision
    this.#clock = Math.max(this.#clock, time)
    this.#made = this.#alert.conditions.map((condition) => {
      const old = this.#made.find((made) => made.condition.id === condition.id)
      return old ?? { condition, entries: this.#log.length, time: this.#clock }
    })
    const nets = new Set(this.#made.map(({ condition }) => netOf(this.#alert, condition)))
    for (const { id } of this.#alert.dependsOn) nets.add(-id)
    this.#parents.keep(this.#alert.dependsOn)
    for (const netId of this.#netSeen.keys()) if (!nets.has(netId)) this.#netSeen.delete(netId)
    const ids = new Set(this.#alert.conditions.map(({ id }) => id))
    for (const known of [this.#on, this.#seen]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    const story = this.#story
    if (!story) return
    keepPlan(story, itemsOf(this.#alert), this.#clock)
    if (story.muted !== null) story.muted = this.#clock
  }

  /** What was read by now is known before anything is judged by what the alert has become. */
  #look(facts: readonly Fact[], old: ReadonlySet<number>): void {
    for (const fact of facts.toSorted((one, other) => one.on - other.on)) {
      if (fact.kind === 'reading' && fact.on / 1000 - this.#ahead <= this.#clock) this.#hear(fact)
    }
    const story = this.#story
    if (!story || story.closed !== null || story.cleared !== null) return
    const verdicts = this.#made.map((made) => new ConditionModel(this.#alert, made, this.#log, this.#clock))
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
      this.#hear(fact)
    } else if (fact.kind === 'net') {
      const isParent = this.#alert.dependsOn.some(({ id }) => id === -fact.netId)
      if (!isParent && !this.#made.some(({ condition }) => netOf(this.#alert, condition) === fact.netId)) return
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
      const story = this.#story
      const isMeant =
        (fact.occurrence ?? story?.no) === story?.no &&
        (fact.additions ?? story?.additions ?? 0) >= (story?.additions ?? 0)
      if (story && isMeant && story.closed === null && story.confirmed === null && at >= story.started) {
        story.confirmed = this.#clock
        const met = this.#made.filter(({ condition: { id } }) => this.#on.get(id)).map(({ condition }) => condition)
        for (const { id } of met) story.known?.set(id, true)
        const conditions = met.map(({ id, paramId }) => ({ conditionId: id, paramId }))
        const { from, comment } = fact
        this.#tell(story, { what: 'confirmed', from, comment, ...(story.known && { conditions }) })
        this.#replan(story)
      }
    }
    this.#judge(this.#clock)
  }

  #parent(id: number, isActive: boolean): void {
    if (!this.#parents.take(this.#alert.dependsOn, id, isActive, this.#clock)) return
    if (this.#story && this.#story.muted !== null) this.#story.muted = this.#clock
  }

  /** Conditions for which a reading is news. */
  #freshFor({ paramId, on }: ReadingFact): AddedCondition[] {
    const at = on / 1000 - this.#ahead
    return this.#made.filter(
      ({ condition: { id, paramId: own } }) => own === paramId && at > (this.#seen.get(id) ?? Number.NEGATIVE_INFINITY),
    )
  }

  #hear(fact: ReadingFact): void {
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
    this.#looked = Math.max(this.#looked, till)
  }

  /** `old`: after an edit, the conditions that were there before. */
  #judge(time: number, old: ReadonlySet<number> | null = null): void {
    const before = this.#effects.length
    const verdicts = this.#made.map((made) => new ConditionModel(this.#alert, made, this.#log, time))
    let isChanged = false
    const wasOn = this.#story !== null && this.#story.closed === null
    const at = Math.max(time, this.#clock)
    for (const [place, { condition }] of this.#made.entries()) {
      const isOn = verdicts[place]?.isOn ?? false
      if ((this.#on.get(condition.id) ?? false) === isOn) continue
      this.#on.set(condition.id, isOn)
      isChanged = true
      this.#clock = at
      if (!wasOn || !this.#story) continue
      if (this.#story.muted !== null) this.#story.muted = at
      this.#line(this.#story, condition, isOn)
    }
    const onNow = verdicts.filter(({ isOn }) => isOn)
    const isAny = this.#alert.conditionLogic === 'any'
    const isSo = isAny ? onNow.length > 0 : verdicts.length > 0 && onNow.length === verdicts.length
    const isMet = isSo && (isAny || onNow.every((verdict) => verdict.oldAt(false) > at))
    let story = this.#story
    if (isMet && (story === null || story.closed !== null)) {
      for (const item of itemsOf(this.#alert))
        if (story && typeof story.plan.get(item.key) === 'number') this.#drop(story, item, 'stage-passed')
      const times = onNow.map(({ since }) => since ?? 0)
      story = this.#open(at, isAny ? Math.min(...times) : Math.max(...times), (story?.no ?? 0) + 1)
    } else if (story && story.closed === null) {
      if (story.cleared === null) story.cleared = isSo ? null : at
      else if (isMet) story.cleared = null
    }
    if (!story) return
    if (old !== null) keepKnown(story, this.#alert, this.#on, old)
    if (story.closed === null) this.#noteUnknown(story, verdicts, at)
    if (story.closed === null) this.#add(story, at)
    if (story.closed === null && story.cleared !== null && story.cleared + this.#alert.holdOffSec <= at)
      this.#close(story, at, 'resolved')
    for (const item of itemsOf(this.#alert)) {
      this.#perform(story, item, at)
      if (story.closed === null) this.#also(story, item, at)
    }
    if (isChanged || this.#effects.length > before) this.#clock = at
  }

  #noteUnknown(story: ModelOccurrence, verdicts: readonly ConditionModel[], at: number): void {
    const onNow = this.#made.flatMap(({ condition }, place) => {
      const verdict = verdicts[place]
      return verdict?.isOn ? [{ condition, verdict }] : []
    })
    const isOld = ({ verdict }: (typeof onNow)[number]): boolean => verdict.oldAt(!story.isUnknown) <= at
    const isUnknown =
      story.cleared === null && (this.#alert.conditionLogic === 'any' ? onNow.every(isOld) : onNow.some(isOld))
    if (isUnknown === story.isUnknown) return
    story.isUnknown = isUnknown
    this.#clock = at
    if (story.cleared !== null) return
    if (!isUnknown) return this.#note(story, { what: 'judged' })
    const first = oldest(onNow)
    const readOn = this.#wall(first?.verdict.heardAt ?? 0)
    this.#note(story, { what: 'unjudged', paramId: first?.condition.paramId ?? 0, readOn })
  }

  #line(story: ModelOccurrence, { id, paramId }: Condition, isOn: boolean): void {
    // The values are the business of other tests.
    this.#note(story, { what: isOn ? 'triggered' : 'cleared', conditionId: id, paramId, value: null, reason: null })
  }

  #note(story: ModelOccurrence, detail: Extract<Effect, { kind: 'detail' }>['detail']): void {
    story.lines++
    if (story.lines <= 101) this.#tell(story, story.lines === 101 ? { what: 'full' } : detail)
  }

  #open(at: number, since: number, no: number): ModelOccurrence {
    const isLogged = this.#alert.logAs !== 'none'
    const story = newStory(no, at, isLogged)
    if (isOfSeveral(this.#alert)) beginKnown(story, this.#alert, this.#on)
    this.#story = story
    this.#clock = at
    const [on, sinceOn, { logAs }] = [this.#wall(at), this.#wall(since), this.#alert]
    if (isLogged) this.#effects.push({ kind: 'open', occurrence: no, on, startedOn: on, sinceOn, logAs })
    this.#replan(story)
    for (const { condition } of this.#made) if (this.#on.get(condition.id)) this.#line(story, condition, true)
    return story
  }

  #close(story: ModelOccurrence, at: number, how: 'resolved' | 'disabled' | 'deleted'): void {
    this.#clock = at
    story.cleared ??= at
    const resolvedOn = this.#wall(story.cleared)
    if (story.isLogged) this.#effects.push({ kind: 'close', occurrence: story.no, on: this.#wall(at), resolvedOn, how })
    story.closed = at
    story.muted = null
    this.#replan(story)
  }

  #end(now: EvaluationTime, how: 'disabled' | 'deleted'): void {
    this.#keepTime(now)
    this.#clock = Math.max(this.#clock, now.on / 1000 - this.#ahead)
    const story = this.#story
    if (story?.closed === null) this.#close(story, this.#clock, how)
    for (const item of itemsOf(this.#alert))
      if (story && typeof story.plan.get(item.key) === 'number') this.#drop(story, item, 'stage-passed')
    story?.plan.clear()
    this.#made = []
    this.#on.clear()
    this.#seen.clear()
    this.#netSeen.clear()
    this.#parents.keep([])
    this.#revision = this.#alert.revision
  }

  #replan(story: ModelOccurrence): void {
    for (const item of itemsOf(this.#alert)) {
      const due = dueOf(item, story)
      const old = story.plan.get(item.key)
      if (due !== null && old === undefined) story.plan.set(item.key, due)
      if (due === null && typeof old === 'number') {
        story.plan.set(item.key, 'done')
        this.#drop(story, item, 'stage-passed')
      }
    }
  }

  #perform(story: ModelOccurrence, item: PlannedAction, at: number): void {
    const due = story.plan.get(item.key)
    if (typeof due !== 'number' || due > at) return
    if (item.isOfTrouble && story.closed === null && story.cleared !== null) return
    const alert = this.#alert
    const isBound = (one: PlannedAction): boolean =>
      story.muted !== null && !(one.isWrite && story.mutedWhy !== 'maintenance')
    const notice: ItemKey = `p${Number(item.key.slice(1))}`
    const isOwed = (): boolean => item.isForPeople && item.isOfTrouble && !story.noticed.has(notice)
    // What it depends on is active, and its recipient does not know.
    const isUnaware = story.mutedWhy === 'dependency' && (story.muted ?? 0) > 1e12 && isOwed()
    if (isBound(item) && (story.muted ?? 0) > at && !isUnaware) return
    const quiet = quietTill(alert, this.#on, this.#wall(at))
    const held = item.isWrite && quiet === null ? null : this.#parents.holdOf(alert, story, quiet, at, this.#ahead)
    if (held !== null && item.stage !== 'resolved') {
      this.#clock = at
      const { why, till } = held
      if (isNewHold(story, held)) this.#tell(story, { what: 'muted', why, till })
      putHold(story, held, this.#ahead)
      if (!held.isEndless || !isOwed()) return
      story.noticed.add(notice)
      const message = this.#message(story, { ...item, key: notice })
      this.#effects.push({ kind: 'notify', ...message, dueOn: this.#wall(at) })
      return
    }
    this.#clock = at
    if (isBound(item)) {
      if (story.mutedWhy !== 'dependency' || story.mutedName !== null) this.#tell(story, { what: 'unmuted' })
      putOff(story, itemsOf(alert).filter(isBound), at)
      story.muted = null
    }
    const nowDue = story.plan.get(item.key)
    if (typeof nowDue !== 'number' || nowDue > at) return
    story.plan.set(item.key, 'done')
    if (held !== null && !(held.why === 'dependency' && story.isTold)) return this.#drop(story, item, 'muted')
    if (!item.isWrite) story.isTold = true
    this.#send(story, item, this.#wall(nowDue))
  }

  #send(story: ModelOccurrence, item: PlannedAction, dueOn: number, news?: Condition[]): void {
    const also = news?.map(({ id }) => id)
    this.#effects.push({ kind: 'notify', ...this.#message(story, item), dueOn, ...(also && { also }) })
    addTold(story, item, this.#on)
  }

  #add(story: ModelOccurrence, at: number): void {
    const news = additions(story, this.#alert, this.#on, at, (one) => this.#isHeldFor(story, one, at))
    if (news.length === 0) return
    story.additions++
    this.#clock = at
    if (story.confirmed === null) return
    const conditions = news.map(({ id, paramId }) => ({ conditionId: id, paramId }))
    this.#tell(story, { what: 'unconfirmed', conditions })
    story.confirmed = null
    this.#replan(story)
    askAgain(story, this.#alert, at)
  }

  #isHeldFor(story: ModelOccurrence, condition: Condition, at: number): boolean {
    const isQuiet = isQuietFor(this.#alert, condition, this.#wall(at))
    return isQuiet || this.#parents.holdOf(this.#alert, story, null, at, this.#ahead) !== null
  }

  #also(story: ModelOccurrence, item: PlannedAction, at: number): void {
    const news = untold(story, item, this.#alert, this.#on).filter((one) => !this.#isHeldFor(story, one, at))
    if (news.length === 0) return
    this.#clock = at
    this.#send(story, item, this.#wall(at), news)
  }

  #tell(story: ModelOccurrence, detail: Extract<Effect, { kind: 'detail' }>['detail']): void {
    if (story.isLogged)
      this.#effects.push({ kind: 'detail', occurrence: story.no, on: this.#wall(this.#clock), detail })
  }

  #drop(story: ModelOccurrence, item: PlannedAction, why: 'stage-passed' | 'muted'): void {
    this.#effects.push({ kind: 'drop', ...this.#message(story, item), why })
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
