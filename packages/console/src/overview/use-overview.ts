import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type AnswerOf, apiQuery, keyOf } from '../data/api/api-query.ts'
import { refetchEvery } from '../data/api/refetch-every.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useLiveEvents } from '../data/live/use-live.ts'
import {
  type Alarm,
  alarmsOf,
  byStatus,
  type KeyParam,
  type Net,
  type NetLink,
  type NetStatus,
  netStatus,
} from './net-status.rules.ts'

/** A network with how it stands; what the service has not answered yet is missing. */
export interface NetRow {
  net: Net
  link: NetLink | undefined
  /** Undefined until it is known, null where there is none. */
  key: KeyParam | null | undefined
  status: NetStatus | null
}

export interface Overview {
  nets: UseQueryResult<readonly Net[]>
  /** The worst first. */
  rows: readonly NetRow[]
  /** Undefined until they are known. */
  alarms: readonly Alarm[] | undefined
}

/** Data outside the stream, such as the bus load, is reloaded; less often with many networks. */
const refreshMs = (nets: number): number => 15_000 * Math.max(1, nets / 50)
/** Key parameters of networks change rarely. */
const keysStaleMs = 60_000
const noNets: readonly Net[] = []
const noAlarms: readonly Alarm[] = []

export const useOverview = (): Overview => {
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('nets', 'list', { orgId }))
  const list = nets.data ?? noNets
  const links = useQuery({
    ...apiQuery('overview', 'links', { orgId }),
    refetchInterval: refetchEvery(refreshMs(list.length)),
    placeholderData: keepPreviousData,
  })
  const keys = useQuery({ ...apiQuery('overview', 'keyParams', { orgId }), staleTime: keysStaleMs })
  const alarms = useAlarms()
  const rows = useRows(list, links.data, keys.data, alarms)
  return { nets, rows, alarms }
}

/** Active alerts with where they are, kept up to date by the stream. */
const useAlarms = (): readonly Alarm[] | undefined => {
  const { orgId } = useOrg()
  const client = useQueryClient()
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  const locations = useQuery(apiQuery('overview', 'alarms', { orgId }))
  useLiveEvents((events) => {
    if (events.some(({ kind }) => kind === 'alert'))
      void client.invalidateQueries({ queryKey: keyOf('overview', 'alarms') })
  })
  return useMemo(() => states.data && alarmsOf(states.data, locations.data ?? []), [states.data, locations.data])
}

/** The rows of all networks. One about which nothing is new stays the same object, and is not drawn again. */
const useRows = (
  nets: readonly Net[],
  links: AnswerOf<'overview', 'links'> | undefined,
  keys: readonly KeyParam[] | undefined,
  alarms: readonly Alarm[] | undefined,
): readonly NetRow[] => {
  const before = useRef(new Map<number, NetRow>())
  return useMemo(() => {
    const linkOf = new Map(links?.map((link) => [link.netId, link]))
    const keyOfNet = new Map(keys?.map((key) => [key.netId, key]))
    const alarmsIn = new Map<number, Alarm[]>()
    for (const alarm of alarms ?? noAlarms) {
      for (const { netId } of alarm.locations) alarmsIn.set(netId, [...(alarmsIn.get(netId) ?? []), alarm])
    }
    const rows = nets.map((net): NetRow => {
      const link = linkOf.get(net.id)
      const key = keyOfNet.get(net.id) ?? (keys === undefined ? undefined : null)
      const status = netStatus(link, alarmsIn.get(net.id) ?? noAlarms, net.id)
      const old = before.current.get(net.id)
      return old !== undefined && isSame(old, { net, link, key, status }) ? old : { net, link, key, status }
    })
    before.current = new Map(rows.map((row) => [row.net.id, row]))
    return rows.toSorted(byStatus)
  }, [nets, links, keys, alarms])
}

const isSame = (a: NetRow, b: NetRow): boolean =>
  a.net === b.net &&
  a.link === b.link &&
  a.key === b.key &&
  a.status?.tone === b.status?.tone &&
  JSON.stringify(a.status?.why) === JSON.stringify(b.status?.why)
