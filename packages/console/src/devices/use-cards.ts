import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { compareNames } from '../data/format/compare-names.ts'

type Cards = AnswerOf<'cards', 'list'>

/** Tags and groups of an organization's networks and devices. */
export interface CardIndex {
  nets: ReadonlyMap<number, Cards['nets'][number]>
  devices: ReadonlyMap<number, Cards['devices'][number]>
  /** All that there are, in their order. */
  tags: readonly string[]
}

/** They change seldom. */
const staleTime = 60_000

export const useCards = (): CardIndex => {
  const { orgId } = useOrg()
  const { data } = useQuery({ ...apiQuery('cards', 'list', { orgId }), staleTime })
  return useMemo(() => {
    const { nets = [], devices = [] } = data ?? {}
    const tags = new Set([...nets, ...devices].flatMap((card) => card.tags))
    return {
      nets: new Map(nets.map((card) => [card.netId, card])),
      devices: new Map(devices.map((card) => [card.deviceId, card])),
      tags: [...tags].toSorted(compareNames),
    }
  }, [data])
}

/** Whether a network or device has a tag. */
export const hasTag = (card: { tags: readonly string[] } | undefined, tag: string | undefined): boolean =>
  tag === undefined || card?.tags.includes(tag) === true
