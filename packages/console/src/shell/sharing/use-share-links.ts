import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'

export type ShareLink = AnswerOf<'shareLinks', 'list'>[number]

/** All share links of the organization; when they were last used is asked again now and then. */
export const useShareLinks = (): UseQueryResult<ShareLink[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('shareLinks', 'list', { orgId }), refetchInterval: 60_000 })
}
