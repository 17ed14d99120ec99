import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'

export type Diagnosis = AnswerOf<'diagnosis', 'get'>
export type UnitFigures = Diagnosis['units'][number]
export type Finding = Diagnosis['findings'][number]

const refetchInterval = refetchEvery(10_000)

/** How the units of a network answer, and what is wrong. */
export const useDiagnosis = (netId: number): UseQueryResult<Diagnosis> =>
  useQuery({ ...apiQuery('diagnosis', 'get', { netId }), refetchInterval })
