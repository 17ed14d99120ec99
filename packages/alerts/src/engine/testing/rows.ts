import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgedAlert } from '../../alert.ts'
import type { Effect, EvaluationTime, Fact } from '../../alert-state.ts'
import { newState, step } from '../step.ts'
import { condition, judged, nowAt, t0 } from './judged.ts'

/** Effects in short: `12 open`, with the seconds since the test began. */
export function short(effect: Effect): string {
  const sec = (effect.on - t0) / 1000
  if (effect.kind === 'notify')
    return `${sec} send ${nameOf(effect)}${effect.also ? ` also ${effect.also.join()}` : ''}`
  if (effect.kind === 'drop') return `${sec} drop ${nameOf(effect)} ${effect.why}`
  if (effect.kind === 'close') return `${sec} close ${effect.how} ${(effect.resolvedOn - t0) / 1000}`
  if (effect.kind === 'open') return `${sec} open ${(effect.sinceOn - t0) / 1000}`
  const { detail } = effect
  if ('conditionId' in detail) return `${sec} ${detail.what} ${detail.conditionId}`
  const ids = 'conditions' in detail ? detail.conditions.map(({ conditionId }) => conditionId) : undefined
  return ids === undefined ? `${sec} ${detail.what}` : `${sec} ${detail.what} ${ids.join()}`
}

const nameOf = ({ key, nth }: { key: string; nth: number }): string => (nth === 1 ? key : `${key}-${nth}`)

type EngineInput = Fact | EvaluationTime | JudgedAlert

/**
 * Returns the effects when each fact is evaluated at its own time, with a tick at each `EvaluationTime` and an edit at
 * each alert.
 */
export function history(
  alert: JudgedAlert,
  events: readonly EngineInput[],
  isLoud = (line: string): boolean => !/gered|cleared/.test(line),
): string[] {
  let now = nowAt(0)
  let current = alert
  let state = newState(alert, now)
  const lines: string[] = []
  for (const event of [nowAt(0), ...events]) {
    if ('conditions' in event) current = event
    else if ('kind' in event) now = { ...now, on: Math.max(now.on, event.on) }
    else now = event
    const next = step(current, state, 'kind' in event ? [event] : [], now)
    state = JSON.parse(JSON.stringify(next.state))
    lines.push(...next.effects.map(short))
  }
  return lines.filter(isLoud)
}

export const rows = (
  name: string,
  cases: readonly (readonly [JudgedAlert, readonly EngineInput[], readonly string[]])[],
): void => {
  test(name, () => {
    for (const [alert, events, expected] of cases) assert.deepEqual(history(alert, events), expected)
  })
}

export const only = (...conditions: JudgedAlert['conditions']): JudgedAlert => judged({ conditions })

/** A boiler that is too hot, or a tank that is too empty, elsewhere. */
export const two = [condition('g', 10), condition('l', 5, { id: 2, paramId: 3 })]

/** Effects of a reading after ten seconds, and of one that resolves the alert after twenty. */
export const once = ['10 open 10', '10 send a1']
export const onceOver = [...once, '20 close resolved 20']
