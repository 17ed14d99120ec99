import { maskedAddress } from '@busbar/alerts/channels'
import type { Action, QuietTimes } from '@busbar/alerts/model'
import { shownValue } from '../commands/writing/value-to-write.ts'
import type { AlertRow, StoredAction, StoredCondition } from './alerts.sql.ts'
import type { NewAction, NewCondition } from './definition/definition.rules.ts'
import { type AlertParamRow, referenceOf } from './params.sql.ts'
import type { QuietInput } from './settings/alert-settings.contract.ts'

/** Maximum per organization, because all alerts are kept in memory. */
export const alertsMax = 10_000
export const tooManyAlerts = `must be at most ${alertsMax} in an organization`

/** Text that two conditions share when they are the same. */
export const conditionContent = ({ paramId, kind, value, holdSec, deadband }: NewCondition): string =>
  JSON.stringify([paramId, kind, value, holdSec, deadband])

/** The same for actions. */
export const actionContent = ({ stage, timeoutMinutes, type, recepient, paramId, value }: NewAction): string =>
  JSON.stringify([stage, timeoutMinutes, type, recepient, paramId, value])

/** An alert with its items. */
export interface AlertWithParts {
  alert: AlertRow
  conditions: readonly StoredCondition[]
  actions: readonly StoredAction[]
}

/** As the wire has it. `isEditor`: the reader may change it, and so may see all of it. */
export const shownAlert = (
  { alert, conditions, actions }: AlertWithParts,
  params: ReadonlyMap<number, AlertParamRow>,
  isEditor: boolean,
) => {
  const { description, maxAgeSec, policyId, ...core } = alert
  return {
    ...core,
    ...(maxAgeSec !== null && { maxAgeSec }),
    ...(policyId !== null && { policyId }),
    ...(description !== null && { description }),
    conditions: byId(conditions, (one) => ({ ...one, param: referenceIn(params, one.paramId) })),
    actions: byId(
      actions.filter(({ stage }) => stage === 'active'),
      (one) => shownAction(one, isEditor),
    ),
    followUps: Object.fromEntries(
      actions.flatMap((one) =>
        one.stage === 'active' ? [] : [[one.id, { stage: one.stage, ...shownAction(one, isEditor) }]],
      ),
    ),
  }
}

const referenceIn = (params: ReadonlyMap<number, AlertParamRow>, id: number): string => {
  const param = params.get(id)
  return param === undefined ? `${id}#` : referenceOf(param)
}

export const shownAction = ({ timeoutMinutes, type, recepient, paramId, value }: NewAction, isEditor: boolean) => ({
  timeoutMinutes,
  type,
  ...(recepient !== null && { recepient: isEditor ? recepient : maskedAddress(type, recepient) }),
  ...(paramId !== null && { paramId }),
  ...(value !== null && { value: shownValue(value) }),
})

const byId = <Item extends { id: number }, Shown>(items: readonly Item[], show: (item: Omit<Item, 'id'>) => Shown) =>
  Object.fromEntries(items.map(({ id, ...item }) => [id, show(item)])) as Record<string, Shown>

/** For the audit log: all that people set. */
export const auditedAlert = ({ alert, conditions, actions }: AlertWithParts) => ({ ...alert, conditions, actions })

export const quietTimesOf = ({ activeHours, windows = [] }: QuietInput): QuietTimes => ({
  activeHours: activeHours ?? null,
  windows: windows.map(({ from, till }) => ({ from: from.getTime(), till: till.getTime() })),
})

export const shownQuiet = ({ activeHours, windows }: QuietTimes) => ({
  ...(activeHours !== null && {
    activeHours: { ...activeHours, spans: activeHours.spans.map((span) => ({ ...span, days: [...span.days] })) },
  }),
  windows: windows.map(({ from, till }) => ({
    from: new Date(from).toISOString(),
    till: new Date(till).toISOString(),
  })),
})

/** As the engine has them. */
export const splitActions = (actions: readonly StoredAction[]) => {
  const split: { actions: Action[]; followUps: (Action & { stage: 'confirmed' | 'not-confirmed' | 'resolved' })[] } = {
    actions: [],
    followUps: [],
  }
  for (const { stage, ...action } of actions) {
    if (stage === 'active') split.actions.push(action)
    else split.followUps.push({ ...action, stage })
  }
  return split
}
