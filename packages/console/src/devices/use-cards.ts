import type { DefaultsSource } from '@busbar/templates/defaults'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../data/api/api-error.ts'
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

/** Returns true if a network or device has the tag. */
export const hasTag = (card: { tags: readonly string[] } | undefined, tag: string | undefined): boolean =>
  tag === undefined || card?.tags.includes(tag) === true

/** Owner of a card or photo. */
export type CardOwner = { netId: number } | { deviceId: number }

/** Query for the card of a network or device. */
export const cardQuestion = (of: CardOwner): UseQueryOptions<AnswerOf<'cards', 'net'>, ApiError> =>
  ('netId' in of ? apiQuery('cards', 'net', of) : apiQuery('cards', 'device', of)) as UseQueryOptions<
    AnswerOf<'cards', 'net'>,
    ApiError
  >

export const photoQuestion = (of: CardOwner): UseQueryOptions<AnswerOf<'cards', 'netPhoto'>, ApiError> =>
  'netId' in of ? apiQuery('cards', 'netPhoto', of) : apiQuery('cards', 'devicePhoto', of)

type DeviceParams = AnswerOf<'devices', 'params'>

/** Describes a device for the rules of default dashboards and alerts. */
export const familyOf = (kind: DefaultsSource['kind'], params: DeviceParams): DefaultsSource => ({
  kind,
  paramTemplates: params.flatMap(({ label, ...param }) => (label === undefined ? [] : [{ label, ...param }])),
})
