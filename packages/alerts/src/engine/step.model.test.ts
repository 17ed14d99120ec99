import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import type { AlertState, Effect, Fact, ReadingFact, Transition } from '../alert-state.ts'
import { end, newState, step } from './step.ts'
import { crashes, type HistoryStep, histories } from './testing/histories.arbitrary.ts'
import { AlertModel } from './testing/model.ts'

const stepOf = ({ alert, facts, now, isDeleted }: HistoryStep, state: AlertState): Transition =>
  isDeleted ? end(alert, state, now, 'deleted') : step(alert, state, facts, now)

const stateBefore = ([first]: readonly HistoryStep[]): AlertState => {
  assert.ok(first)
  return newState(first.alert, first.now)
}

/** As it comes back from the database. */
const stored = (state: AlertState): AlertState => JSON.parse(JSON.stringify(state))

/** The model knows no values of details, and no names. */
const plain = (effects: readonly Effect[]): Effect[] =>
  effects.map((effect) => {
    if (effect.kind === 'notify') {
      const { parent: _parent, ...told } = effect
      return told
    }
    if (effect.kind !== 'detail') return effect
    const { detail } = effect
    if ('conditionId' in detail) return { ...effect, detail: { ...detail, value: null, reason: null } }
    return detail.what === 'muted'
      ? { ...effect, detail: { what: 'muted', why: detail.why, till: detail.till } }
      : effect
  })

test('the engine does what the model says, whatever happens, with each state read back from its JSON', () => {
  const agrees = (ops: readonly HistoryStep[]): void => {
    const model = new AlertModel()
    let state = stateBefore(ops)
    for (const [place, op] of ops.entries()) {
      const next = stepOf(op, state)
      assert.deepEqual(plain(next.effects), model.take(op), `operation ${place}`)
      assert.deepEqual(stored(next.state), next.state)
      assert.ok(next.isWorthStoring || next.effects.length === 0)
      state = stored(next.state)
    }
  }
  fc.assert(fc.property(histories, agrees), { numRuns: runs(1500) })
})

test('readings that are handed in again change nothing, and nothing is ever sent or recorded twice', () => {
  const isOnce = (ops: readonly HistoryStep[]): void => {
    const said = new Set<string>()
    let state = stateBefore(ops)
    for (const op of ops) {
      const next = stepOf(op, state)
      const again = stepOf({ ...op, facts: op.facts.filter(({ kind }) => kind === 'reading') }, next.state)
      assert.equal(again.state, next.state)
      assert.deepEqual(again.effects, [])
      state = next.state
      for (const effect of next.effects) {
        if (effect.kind === 'detail') continue
        const name = `${effect.occurrence} ${'key' in effect ? `${effect.key} ${effect.nth}` : effect.kind}`
        assert.ok(!said.has(name), name)
        said.add(name)
      }
    }
  }
  fc.assert(fc.property(histories, isOnce), { numRuns: runs(1500) })
})

test('no record ends before it begins, whatever the clock did', () => {
  const isInOrder = (ops: readonly HistoryStep[]): void => {
    const records = new Map<number, { sinceOn: number; startedOn: number; saidOn: number[] }>()
    let state = stateBefore(ops)
    for (const op of ops) {
      const { state: next, effects, shifted } = stepOf(op, state)
      const moved = shifted && records.get(shifted.occurrence)
      if (moved) {
        moved.sinceOn += shifted.byMs
        moved.startedOn += shifted.byMs
        moved.saidOn = moved.saidOn.map((on) => on + shifted.byMs)
      }
      for (const effect of effects) {
        if (effect.kind === 'open') records.set(effect.occurrence, { ...effect, saidOn: [] })
        const record = records.get(effect.occurrence)
        if (!record) continue
        if (effect.kind === 'detail') record.saidOn.push(effect.on)
        if (effect.kind !== 'close') continue
        assert.ok(record.sinceOn <= record.startedOn, 'it was so before it began')
        assert.ok(effect.resolvedOn >= record.startedOn, 'it ends before it begins')
        assert.ok(effect.on >= effect.resolvedOn, 'it is over before it ends')
        for (const on of record.saidOn) assert.ok(on >= record.startedOn && on <= effect.on, 'said out of turn')
        records.delete(effect.occurrence)
      }
      const open = records.get(next.episode?.no ?? 0)
      if (open && next.episode?.closedOn === null) assert.equal(open.startedOn, next.episode.startedOn)
      state = next
    }
  }
  fc.assert(fc.property(histories, isInOrder), { numRuns: runs(1500) })
})

test('once nothing delays messages, all due messages of an active alert are sent', () => {
  const isTold = (ops: readonly HistoryStep[]): void => {
    const alive = ops.filter(({ isDeleted }) => !isDeleted)
    const last = alive.at(-1)
    assert.ok(last)
    const { alert, now } = last
    const later = { ...now, on: now.on + 1000 }
    const facts = alert.dependsOn.map(
      ({ id }): Fact =>
        id > 0
          ? { kind: 'parent', alertId: id, on: later.on, isActive: false }
          : { kind: 'net', netId: -id, on: later.on, isConnected: true },
    )
    const [freed, muchLater] = [
      { now: later, alert, facts },
      { now: { ...now, on: now.on + 200 * 31_557_600_000 }, alert, facts: [] },
    ]
    let state = stateBefore(alive)
    for (const op of [...alive, freed, muchLater]) state = stepOf(op, state).state
    const { episode: occurrence } = state
    if (occurrence === null || occurrence.clearedOn !== null || !alert.isEnabled) return
    for (const { id } of alert.actions)
      assert.ok(typeof occurrence.dues[`a${id}`] !== 'number', `a${id} was never told`)
  }
  fc.assert(fc.property(histories, isTold), { numRuns: runs(500) })
})

/** As the service keeps them: the last good reading of each parameter, and the last of all. */
class LastReadings {
  readonly #good = new Map<number, ReadingFact>()
  readonly #any = new Map<number, ReadingFact>()

  take(facts: readonly Fact[]): void {
    for (const fact of facts.toSorted((one, other) => one.on - other.on)) {
      if (fact.kind !== 'reading' || fact.on <= (this.#any.get(fact.paramId)?.on ?? 0)) continue
      this.#any.set(fact.paramId, fact)
      if (fact.reason === null) this.#good.set(fact.paramId, fact)
    }
  }

  all(): Fact[] {
    return [...this.#good.values(), ...this.#any.values()]
  }
}

test('a crash loses nothing, though only what is worth it was stored', () => {
  const isSame = (ops: readonly HistoryStep[]): void => {
    const last = new LastReadings()
    let kept = stateBefore(ops)
    let whole = kept
    let partial = kept
    let run = ops[0]?.now.runOn
    const take = (op: HistoryStep, name: string): void => {
      const one = stepOf(op, whole)
      const other = stepOf(op, partial)
      assert.deepEqual(other.effects, one.effects, name)
      whole = one.state
      partial = other.state
      if (other.isWorthStoring) kept = stored(partial)
    }
    for (const [place, op] of ops.entries()) {
      if (op.now.runOn !== run) {
        partial = stored(kept)
        take({ ...op, facts: last.all() }, `start ${place}`)
      }
      run = op.now.runOn
      take(op, `operation ${place}`)
      last.take(op.facts)
    }
  }
  fc.assert(fc.property(crashes, isSame), { numRuns: runs(1500) })
})
