import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { compareNames } from '../../data/format/compare-names.ts'
import { worstTone } from '../../ui/feedback/alert-tone.ts'
import type { Tone } from '../../ui/feedback/state-mark.tsx'

type ListedAlert = AnswerOf<'alerts', 'states'>[number]
type Condition = AnswerOf<'annotations', 'list'>['conditions'][number]

/** An alert that watches a parameter, with its conditions on it. */
export interface WatchingAlert {
  state: ListedAlert
  conditions: readonly Condition[]
}

/** What alerts say of a parameter is asked without any span: only conditions are wanted. */
const never = new Date(0)

/** The alerts whose conditions use a parameter, active ones first; and how bad the active ones are, if there are any. */
export const useAlertsOn = (
  paramId: number,
): { alerts: readonly WatchingAlert[]; activeTone: Tone | null; isPending: boolean } => {
  const { orgId } = useOrg()
  const annotations = useQuery(apiQuery('annotations', 'list', { paramIds: [paramId], from: never, till: never }))
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  const alerts = useMemo(() => {
    const conditions = Map.groupBy(annotations.data?.conditions ?? [], ({ alertId }) => alertId)
    return (states.data ?? [])
      .flatMap((state): WatchingAlert[] => {
        const own = conditions.get(state.id)
        return own === undefined ? [] : [{ state, conditions: own }]
      })
      .toSorted(
        (a, b) => Number(b.state.isActive) - Number(a.state.isActive) || compareNames(a.state.name, b.state.name),
      )
  }, [annotations.data, states.data])
  const active = alerts.filter(({ state }) => state.isActive).map(({ state }) => state.logAs)
  return {
    alerts,
    activeTone: active.length === 0 ? null : worstTone(active),
    isPending: annotations.isPending || states.isPending,
  }
}
