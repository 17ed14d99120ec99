import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { apiQuery } from '../data/api/api-query.ts'
import type { Tree } from './figures.ts'

/** Whether the address asks for amounts in the unit that the tariff converts to. */
export const useIsConverted = (): boolean =>
  useSearch({ from: '/shell/energy/$treeId', select: ({ unit }) => unit === 'converted' })

/** The units between which the tariff of a tree converts; null where it does not, or is not known yet. */
export const useConversion = ({ id }: Tree): { unit: string; to: string } | null => {
  const { data } = useQuery(apiQuery('tariffs', 'get', { treeId: id }))
  const tariff = data?.tariff ?? null
  const to = tariff?.versions[0]?.conversion?.unit
  if (tariff === null || to === undefined) return null
  return tariff.versions.every(({ conversion }) => conversion?.unit === to) ? { unit: tariff.unit, to } : null
}
