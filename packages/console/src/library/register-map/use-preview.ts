import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { type ParamTemplate, rangeKey, rangesOf } from './variants.rules.ts'

export type ReadResults = ReadonlyMap<string, { ok: number[] } | { err: string }>

const everyMs = 3000

/** Registers of a unit as they are now, at every range where these parameters may stand. */
export const usePreview = (netId: number, unit: number, params: readonly ParamTemplate[]) => {
  const body = useMemo(() => {
    const connection = { kind: 'net-id', networkId: netId } as const
    return rangesOf(params).map((range) => ({ ...range, deviceModbusId: unit, connection }))
  }, [netId, unit, params])
  const query = useQuery({
    ...apiQuery('raw', 'readMultipleRegisterGroup', { body }),
    refetchInterval: everyMs,
    staleTime: 0,
    enabled: body.length > 0,
  })
  const read = useMemo(
    (): ReadResults =>
      new Map(
        query.data?.map(({ result }, i) => [body[i] === undefined ? '' : rangeKey(body[i]), result] as const) ?? [],
      ),
    [query.data, body],
  )
  return { query, read }
}
