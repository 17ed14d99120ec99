import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { type MapValue, requestsFor, valuesOf } from '../register-map/read-plan.rules.ts'
import type { ParamTemplate } from '../register-map/variants.rules.ts'

/** A unit behind a network, by the name that its column has. */
export interface PreviewedUnit {
  netId: number
  unit: number
  name: string
}

/** As many as the service reads in one request. */
const groupsMax = 100
/** Often enough to see a value move, and seldom enough for a slow line. */
const everyMs = 15_000

/** Loads the values of a device for every line of a map. */
export const useMapValues = (
  at: PreviewedUnit | null,
  params: ReadonlyMap<number, ParamTemplate>,
  readGroupSize: number,
): ReadonlyMap<number, MapValue> => {
  const groups = useMemo(() => requestsFor(params, readGroupSize).slice(0, groupsMax), [params, readGroupSize])
  const body = useMemo(
    () =>
      groups.map(({ kind, address, count }) => ({
        deviceModbusId: at?.unit ?? 1,
        kind,
        address,
        registersNum: count,
        connection: { kind: 'net-id', networkId: at?.netId ?? 0 } as const,
      })),
    [groups, at?.unit, at?.netId],
  )
  const query = useQuery({
    ...apiQuery('raw', 'readMultipleRegisterGroup', { body }),
    enabled: at !== null && body.length > 0,
    refetchInterval: everyMs,
    staleTime: everyMs,
  })
  return useMemo(
    () =>
      at === null || query.data === undefined
        ? new Map()
        : valuesOf(
            groups,
            query.data.map(({ result }) => result),
          ),
    [at, groups, query.data],
  )
}
