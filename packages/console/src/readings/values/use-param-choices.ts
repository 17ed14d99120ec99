import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { choicesOf, type ParamChoice } from './param-choices.rules.ts'

/** The list of parameters changes rarely. */
const staleTime = 60_000

/** All parameters of the organization. */
export const useParamChoices = (): UseQueryResult<ParamChoice[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('nets', 'tree', { orgId }), staleTime, select: choicesOf })
}

/** Devices that have any, each with its network beside its name, for a list to choose from. */
export const useDeviceChoices = (): [id: number, name: string][] => {
  const { data } = useParamChoices()
  return useMemo(
    () => [
      ...new Map(data?.map(({ deviceId, deviceName, netName }) => [deviceId, `${deviceName}, ${netName}`] as const)),
    ],
    [data],
  )
}
