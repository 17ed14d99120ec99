import * as fc from 'fast-check'
import { type Condition, conditionKinds, followUpStages, type JudgedAlert } from '../../alert.ts'
import { type EvaluationTime, type Fact, type ReadValue } from '../../alert-state.ts'
import { judged, t0 } from './judged.ts'

/** A step of a history. */
export interface HistoryStep {
  now: EvaluationTime
  alert: JudgedAlert
  facts: readonly Fact[]
  isDeleted?: boolean
}

const of = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
type ArbitraryValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never

const anItem = fc.record({
  timeoutMinutes: of(0, 0, 1, 2),
  stage: of(...followUpStages),
  type: of('sms' as const, 'sms' as const, 'write-param' as const),
})
const aWindow = fc.record({ from: fc.nat(400), length: fc.nat(120) })

/** Possible definitions of an alert; IDs are assigned later. */
const planWith = (holdSecs: number[], holdOffSecs: number[]) =>
  fc.record({
    conditions: fc.array(
      fc.record({
        kind: of(...conditionKinds, 'net-down' as const),
        paramId: of(1, 1, 2, 3),
        value: of(1, 2, 3),
        holdSec: of(...holdSecs),
        deadband: of(0, 0, 1),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    conditionLogic: of('all' as const, 'any' as const),
    logAs: of('warning' as const, 'warning' as const, 'none' as const),
    actions: fc.array(anItem, { maxLength: 2 }),
    followUps: fc.array(anItem, { maxLength: 2 }),
    holdOffSec: of(...holdOffSecs),
    maxAgeSec: of(null, null, 0, 15),
    windows: fc.array(aWindow, { maxLength: 1 }),
    netWindows: fc.array(aWindow, { maxLength: 1 }),
    planned: fc.array(fc.tuple(aWindow, of(null, [1], [2, 3])), { maxLength: 1 }),
    dependsOn: fc.subarray([50, 51, -1]),
    mutedSec: of(null, null, 30, 90, 300),
    isEnabled: fc.boolean(),
  })
type Plan = ArbitraryValue<ReturnType<typeof planWith>>

const told = (what: 'value' | 'gap' | 'net' | 'parent' | 'confirm', param: number[], most: number, ago: number[]) =>
  fc.record({ what: of(what), param: of(...param), value: fc.nat(most), ago: of(...ago) })
const aFact = fc.oneof(
  { weight: 8, arbitrary: told('value', [1, 1, 2, 3], 5, [0, 0, 0, 1, 3, 8, 25]) },
  { weight: 3, arbitrary: told('gap', [1, 2, 3], 1, [0, 0, 2]) },
  { weight: 2, arbitrary: told('net', [1, 2], 1, [0, 0, 2]) },
  { weight: 2, arbitrary: told('parent', [50, 51], 1, [0, 0, 2]) },
  { weight: 3, arbitrary: told('confirm', [1], 7, [0, 0, 2]) },
  { weight: 1, arbitrary: told('value', [1], 5, [-2, -61, -100]) },
)

const [daySec, yearSec] = [86_400, 31_557_600]
const someFacts = fc.array(aFact, { maxLength: 3 })
const judging = fc.record({ what: of('judge' as const), wait: of(0, 1, 2, 5, 10, 10, 15, 40), facts: someFacts })
const leap = fc.record({
  what: of('leap' as const),
  wait: of(0, 5),
  by: of(-3600, -40, -1, 1, 40, 3600, -30 * daySec, 30 * daySec, -80 * yearSec, 80 * yearSec),
  facts: someFacts,
})
const editing = (plan: ReturnType<typeof planWith>) =>
  fc.record({ what: of('edit' as const), wait: of(0, 5, 20), plan, kept: fc.nat(3), facts: someFacts })
const restart = (waits: number[]) => fc.record({ what: of('restart' as const), wait: of(...waits), facts: someFacts })
type HistoryEvent =
  | ArbitraryValue<typeof judging>
  | ArbitraryValue<typeof leap>
  | ArbitraryValue<ReturnType<typeof editing>>
  | ArbitraryValue<ReturnType<typeof restart>>

/** The first parameter holds whole numbers, the second tenths, the third what a double does not hold. */
const long = 2 ** 53
const readValue = (paramId: number, value: number): ReadValue =>
  paramId === 3 ? String(BigInt(long) + BigInt(value)) : paramId === 2 ? value / 10 : value

function limitOf({ kind, paramId, value }: Omit<Condition, 'id'>): number {
  if (kind === 'net-down') return Math.min(value, 2)
  if (kind === 'no-data') return value * 10
  if (kind === 'bit-set' || kind === 'bit-clear') return value
  if (paramId === 2) return value / 10
  return paramId === 3 && kind !== 'change-over' ? long + 2 * value : value
}

const conditionOf = (fields: Omit<Condition, 'id'>, id: number): Condition => ({
  ...fields,
  id,
  value: limitOf(fields),
  deadband: fields.paramId === 2 ? fields.deadband / 10 : fields.deadband,
})

const planned = { id: 1, name: 'Service', reason: null, timeZone: 'UTC' }

/** Ids go up with every new item, as those of a database. */
function alertOf(plan: Plan, revision: number, before: JudgedAlert | null, unchangedCount: number): JudgedAlert {
  const id = (place: number): number => revision * 10 + place
  const windowOf = ({ from, length }: ArbitraryValue<typeof aWindow>) => ({
    from: t0 + from * 1000,
    till: t0 + (from + length) * 1000,
  })
  const unchanged = before?.conditions.slice(0, unchangedCount) ?? []
  const action = { recepient: null, paramId: null, value: null } as const
  const actions = plan.actions.map(({ timeoutMinutes, type }, place) => ({
    ...action,
    id: id(place),
    timeoutMinutes,
    type,
  }))
  const followUps = plan.followUps.map((item, place) => ({ ...action, ...item, id: id(place) }))
  return judged({
    revision,
    conditionLogic: plan.conditionLogic,
    logAs: plan.logAs,
    holdOffSec: plan.holdOffSec,
    maxAgeSec: plan.maxAgeSec,
    isEnabled: before === null || unchangedCount !== 0 || plan.isEnabled,
    conditions: [...unchanged, ...plan.conditions.map((condition, place) => conditionOf(condition, id(place)))],
    actions: unchangedCount > 0 ? [...(before?.actions ?? []), ...actions] : actions,
    followUps: unchangedCount > 1 ? [...(before?.followUps ?? []), ...followUps] : followUps,
    windows: plan.windows.map(windowOf),
    maintenance: plan.planned.map(([window, paramIds]) => ({
      ...planned,
      rule: { kind: 'once', ...windowOf(window) },
      paramIds,
    })),
    dependsOn: plan.dependsOn.map((parentId) => ({ id: parentId, name: `Parent ${parentId}` })),
    mute: plan.mutedSec === null ? null : { till: t0 + plan.mutedSec * 1000, on: t0, by: 'Olha', comment: null },
    nets: new Map(plan.netWindows.map((window) => [1, { activeHours: null, windows: [windowOf(window)] }])),
  })
}

function factOf({ what, param, value, ago }: ArbitraryValue<typeof aFact>, nowOn: number): Fact {
  const on = nowOn - ago * 1000
  if (what === 'net') return { kind: 'net', netId: param, on, isConnected: value === 1 }
  if (what === 'parent') return { kind: 'parent', alertId: param, on, isActive: value === 1 }
  if (what === 'confirm') {
    const [occurrence, additions] = [value % 3 || undefined, value < 6 ? undefined : value - 6]
    return { kind: 'confirm', on, occurrence, additions, from: 'Olha', comment: null }
  }
  if (what === 'value') return { kind: 'reading', paramId: param, on, value: readValue(param, value), reason: null }
  return { kind: 'reading', paramId: param, on, value: null, reason: value === 1 ? 'NoConnection' : 'Timeout' }
}

function opsOf(first: Plan, happenings: readonly HistoryEvent[], isDeleted: boolean): HistoryStep[] {
  let alert = alertOf(first, 1, null, 0)
  let now: EvaluationTime = { on: t0, aheadMs: 0, runOn: t0 }
  const ops: HistoryStep[] = [{ now, alert, facts: [] }]
  for (const [place, next] of happenings.entries()) {
    const { what, wait } = next
    // No clock shows a time before 1970.
    const leapMs = what === 'leap' ? Math.max(next.by * 1000, daySec * 1000 - now.on - wait * 1000) : 0
    const on = Math.max(now.on + wait * 1000 + leapMs, daySec * 1000)
    now = { ...now, on, aheadMs: now.aheadMs + leapMs }
    if (what === 'restart') now = { on, aheadMs: place * 12_345, runOn: on + place }
    if (what === 'edit') alert = alertOf(next.plan, place + 2, alert, next.kept)
    ops.push({ now, alert, facts: next.facts.map((fact) => factOf(fact, on)) })
  }
  return isDeleted ? [...ops, { now, alert, facts: [], isDeleted }] : ops
}

const historiesOf = (
  plan: ReturnType<typeof planWith>,
  happening: fc.Arbitrary<HistoryEvent>,
): fc.Arbitrary<HistoryStep[]> =>
  fc.tuple(plan, fc.array(happening, { minLength: 3, maxLength: 20 }), fc.boolean()).map((all) => opsOf(...all))

const plans = planWith([0, 0, 5, 20], [0, 0, 10, 60])

/** All that may happen to an alert, in any order. */
export const histories = historiesOf(
  plans,
  fc.oneof(
    { weight: 20, arbitrary: judging },
    { weight: 2, arbitrary: editing(plans) },
    { weight: 2, arbitrary: restart([-500, -3, 0, 5, 30, 300, -30 * daySec, 30 * daySec, -80 * yearSec]) },
    { weight: 2, arbitrary: leap },
  ),
)

/** Histories of alerts that do not depend on the time between two steps, with a steady clock. */
export const crashes = historiesOf(
  planWith([0], [0]),
  fc.oneof({ weight: 5, arbitrary: judging }, { weight: 1, arbitrary: restart([0, 5, 30, 300]) }),
).map((ops) => ops.map((op) => ({ ...op, facts: op.facts.filter(({ on }) => on <= op.now.on) })))
