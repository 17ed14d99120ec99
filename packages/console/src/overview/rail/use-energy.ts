import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'

export type EnergyTree = NonNullable<AnswerOf<'overview', 'energy'>['tree']>

const refetchInterval = 300_000

/** The energy of today and yesterday; no tree where there is none. */
export const useEnergy = (): UseQueryResult<AnswerOf<'overview', 'energy'>> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('overview', 'energy', { orgId }), refetchInterval, staleTime: refetchInterval / 2 })
}
