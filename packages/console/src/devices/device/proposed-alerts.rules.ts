import { alertsOf, type DefaultAlert, type DefaultCondition, type DefaultsSource } from '@busbar/templates/defaults'
import type { AnswerOf } from '../../data/api/api-query.ts'

type DeviceAlerts = AnswerOf<'alerts', 'ofDevice'>
type Condition = Omit<DefaultCondition, 'label'> & { paramId: number }

export interface ProposedAlert extends Omit<DefaultAlert, 'conditions'> {
  conditions: Condition[]
}

const keyOf = ({ paramId, kind }: Pick<DeviceAlerts[number]['conditions'][number], 'paramId' | 'kind'>): string =>
  `${paramId} ${kind}`

/** The alerts that devices of the family begin with, without those whose conditions the device's alerts have already. */
export const proposedAlerts = (
  family: DefaultsSource,
  params: readonly { id: number; label?: string | undefined }[],
  there: DeviceAlerts,
): ProposedAlert[] => {
  const idOf = new Map(params.map(({ label, id }) => [label, id]))
  const known = new Set(there.flatMap(({ conditions }) => conditions.map(keyOf)))
  return alertsOf(family)
    .map((alert) => ({
      ...alert,
      conditions: alert.conditions.map(({ label, ...rest }) => ({ paramId: idOf.get(label) ?? 0, ...rest })),
    }))
    .filter(({ conditions }) => !conditions.every((condition) => known.has(keyOf(condition))))
}

export interface ConditionGroup extends Omit<Condition, 'paramId'> {
  paramIds: number[]
}

/** Groups conditions that differ only in their parameter. */
export const alikeConditions = (conditions: readonly Condition[]): ConditionGroup[] => {
  const alike = new Map<string, ConditionGroup>()
  for (const { paramId, ...rest } of conditions) {
    const key = `${rest.kind} ${rest.value} ${rest.holdSec}`
    alike.set(key, { ...rest, paramIds: [...(alike.get(key)?.paramIds ?? []), paramId] })
  }
  return [...alike.values()]
}
