import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import type { Tree } from '../figures.ts'
import type { TreeChange } from './edit.rules.ts'

export type UnusedParam = AnswerOf<'trees', 'unused'>[number]

export interface UnusedParams {
  query: UseQueryResult<UnusedParam[]>
  list: readonly UnusedParam[]
  /** What a parameter becomes in a branch: named after its device. */
  sensorOf: (param: UnusedParam, branchId: string) => Extract<TreeChange, { do: 'createSensor' }>['sensor']
}

/** Wh and W are counted by thousands, as people do. */
const multiplierOf = (unit: string): number => (unit === 'Wh' || unit === 'W' ? 0.001 : 1)

/** What is metered and in no tree. */
export const useUnusedParams = ({ orgId }: Tree): UnusedParams => {
  const query = useQuery(apiQuery('trees', 'unused', { orgId }))
  return {
    query,
    list: query.data ?? [],
    sensorOf: ({ paramId, kind, unitName, deviceName }, branchId) => ({
      name: deviceName.slice(0, 200),
      branchId,
      paramId,
      kind,
      multiplier: multiplierOf(unitName),
      isMain: false,
    }),
  }
}
