import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { useOrg } from '../api/use-org.tsx'
import { choicesOf, type ParamChoice } from './param-choices.rules.ts'

/** What is where changes seldom. */
const staleTime = 60_000

/** All parameters of the organization. */
export const useParamChoices = (): UseQueryResult<ParamChoice[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...ask('nets', 'tree', { orgId }), staleTime, select: choicesOf })
}
