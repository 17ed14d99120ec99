import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'

export type RecentAlert = AnswerOf<'alertHistory', 'recent'>[number]

/** As many as one question may name. */
export const recentMax = 100
const refetchInterval = refetchEvery(15_000)

/** Returns the conditions of alerts and their last two days, by alert; undefined until loaded. */
export const useRecent = (alertIds: readonly number[]): ReadonlyMap<number, RecentAlert> | undefined => {
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const requestedIds = alertIds.slice(0, recentMax)
  const { data } = useQuery({
    ...apiQuery('alertHistory', 'recent', { orgId, alertIds: requestedIds, lang }),
    enabled: requestedIds.length > 0,
    refetchInterval,
    placeholderData: keepPreviousData,
  })
  return data && new Map(data.map((one) => [one.alertId, one]))
}
