import { setImmediate } from 'node:timers/promises'
import { BackTest, type BackTestResult, factsByDay, lastFacts, type TestedOccurrence } from '@busbar/alerts/engine'
import { type Action, flappingDefault, type JudgedAlert } from '@busbar/alerts/model'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import type { Handlers } from '../../accounts/call.ts'
import { shownValue } from '../../commands/writing/value-to-write.ts'
import { splitActions } from '../alerts.rules.ts'
import { netQuietTimes, orgSettings } from '../alerts.sql.ts'
import type { AlertingCall, AlertingNeeds } from '../needs.ts'
import { type backTest, backTestParamsMax, backTestReadingsMax } from './back-test.contract.ts'
import { checkDefinition, type Definition, type DefinitionFacts } from './definition.rules.ts'
import { definitionFacts } from './definition-facts.sql.ts'

const iso = (on: number): string => new Date(on).toISOString()

/** The result of a back-test in the terms of the API. */
const shownBackTest = (
  { actions, followUps }: JudgedAlert,
  { occurrences, isCut }: BackTestResult,
  isBroken: boolean,
) => {
  const items = new Map<string, Action>([
    ...actions.map((action) => [`a${action.id}`, action] as const),
    ...followUps.map((action) => [`f${action.id}`, action] as const),
  ])
  return {
    result: 'success' as const,
    errors: {},
    episodes: occurrences.map(shownOccurrence),
    messages: occurrences.flatMap(({ sent }) =>
      sent.flatMap(({ on, key, stage }) => {
        const id = Number(key.slice(1))
        // Messages about flapping go to the recipient of an action.
        const item = items.get(key) ?? items.get(`a${id}`) ?? items.get(`f${id}`)
        return item === undefined ? [] : [{ on: iso(on), stage, ...shownItem(item) }]
      }),
    ),
    isCut: isCut || isBroken,
  }
}

const shownOccurrence = ({ startedOn, resolvedOn, changes }: TestedOccurrence) => ({
  startedOn: iso(startedOn),
  ...(resolvedOn !== null && { resolvedOn: iso(resolvedOn) }),
  values: changes.map(({ on, what, paramId, value, reason }) => ({
    on: iso(on),
    paramId,
    isTriggered: what === 'triggered',
    ...(value !== null && { value }),
    ...(reason !== null && { reason }),
  })),
})

const shownItem = ({ type, recepient, paramId, value }: Action) => ({
  type,
  ...(recepient !== null && { recepient }),
  ...(paramId !== null && { paramId }),
  ...(value !== null && { value: shownValue(value) }),
})

/** Other requests get their turn after so many readings. */
const turnReadings = 250
/** When one of those that run may be over. */
const retryMs = 5000

export const backTestHandlers: Handlers<typeof backTest, AlertingNeeds> = {
  run: async (call, { orgId, from, till, ...input }) => {
    const facts = await definitionFacts(call.db.sql, orgId, input)
    const checked = checkDefinition(input, facts)
    if ('errors' in checked) return { result: 'error' as const, errors: checked.errors }
    const paramIds = [...new Set(checked.ok.conditions.map(({ paramId }) => paramId))]
    if (paramIds.length > backTestParamsMax) {
      const errors = { conditions: `must have at most ${backTestParamsMax} parameters to be tried out` }
      return { result: 'error' as const, errors }
    }
    const alert = await judgedAlert(call, checked.ok, facts)
    // The future is no silence.
    const end = Math.min(till.getTime(), call.now().getTime())
    const span = { paramIds, from: from.getTime(), till: Math.max(end, from.getTime()) }
    const finish = call.alerting.beginBackTest()
    if (finish === null) throw tooManyRequests(retryMs, 'Others are trying out alerts just now')
    try {
      return await runBackTest(call, alert, span)
    } finally {
      finish()
    }
  },
}

const runBackTest = async (
  { history, orgId }: AlertingCall<'member'>,
  alert: JudgedAlert,
  { paramIds, from, till }: { paramIds: readonly number[]; from: number; till: number },
) => {
  const last = await lastFacts(history, orgId, paramIds, from)
  const knownParamIds = last.map(({ paramId }) => paramId)
  const test = new BackTest(alert, from, knownParamIds, last)
  let count = 0
  let lastOn = from
  for await (const facts of factsByDay(history, orgId, paramIds, from, till)) {
    for (const fact of facts) {
      if (count === backTestReadingsMax) return shownBackTest(alert, test.end(lastOn), true)
      test.take(fact)
      lastOn = fact.on
      count += 1
      if (count % turnReadings === 0) await setImmediate()
    }
  }
  return shownBackTest(alert, test.end(till), false)
}

/** The alert as it would be, with ids that hold within the test. */
const judgedAlert = async (
  { db: { sql }, orgId }: AlertingCall<'member'>,
  definition: Definition,
  { params }: DefinitionFacts,
): Promise<JudgedAlert> => {
  const { name, conditionLogic, logAs } = definition
  const numbered = <T extends object>(items: readonly T[]) => items.map((item, index) => ({ ...item, id: index + 1 }))
  const conditions = numbered(definition.conditions)
  const usedParams = new Map(
    conditions.flatMap(({ paramId }) => params.get(paramId) ?? []).map((param) => [param.id, param]),
  )
  const netIds = [...new Set(Array.from(usedParams.values(), ({ netId }) => netId))]
  const nets = await Promise.all(netIds.map(async (netId) => [netId, await netQuietTimes(sql, orgId, netId)] as const))
  const settings = await orgSettings(sql, orgId)
  return {
    orgId,
    id: 0,
    name,
    conditionLogic,
    logAs,
    conditions,
    ...splitActions(numbered(definition.actions)),
    isEnabled: true,
    holdOffSec: definition.holdOffSec ?? 0,
    maxAgeSec: definition.maxAgeSec ?? null,
    flapping: definition.flapping === undefined ? flappingDefault : definition.flapping,
    // Quiet times of the plant are left out: they do not describe the alert.
    mute: null,
    activeHours: null,
    windows: [],
    maintenance: [],
    dependsOn: [],
    revision: 1,
    params: new Map(Array.from(usedParams, ([id, { netId, periodSec }]) => [id, { netId, periodSec }])),
    nets: new Map(nets),
    isOutageHeldBack: settings?.isOutageHeldBack ?? true,
  }
}
