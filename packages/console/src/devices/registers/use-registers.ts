import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { changedAt, type Kind } from './registers.rules.ts'

export interface RegisterRange {
  netId: number
  unit: number
  kind: Kind
  at: number
  count: number
}

const watchMs = 2000

/** Registers of a unit as they are now, and which of them have changed; asked again while they are watched. */
export const useRegisters = ({ netId, unit, kind, at, count }: RegisterRange, isWatched: boolean) => {
  const query = useQuery({
    ...apiQuery('scan', 'readRegisters', {
      connection: { kind: 'net-id', networkId: netId },
      unit,
      kind,
      address: at,
      count,
    }),
    enabled: unit > 0,
    refetchInterval: isWatched ? watchMs : false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const words = query.data !== undefined && 'words' in query.data ? query.data.words : undefined
  const [looks, setLooks] = useState<{ before?: readonly number[]; now?: readonly number[] }>({})
  useEffect(() => {
    if (words !== undefined)
      setLooks(({ now }) => ({ ...(now?.length === words.length && { before: now }), now: words }))
  }, [words])
  return { query, words, changed: changedAt(looks.before, words ?? []) }
}
