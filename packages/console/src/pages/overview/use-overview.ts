import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { refetchEvery } from '../../api/refetch-every.ts'
import { useOrg } from '../../api/use-org.tsx'
import { byHealth, type DeviceRow, healthOf } from './health.rules.ts'

type Net = AnswerOf<'nets', 'list'>[number]
type Statistics = AnswerOf<'links', 'statistics'>

/** A network with how it stands; what the service has not answered yet is missing. */
export interface NetRow {
  net: Net
  status: AnswerOf<'links', 'status'> | undefined
  statistics: Statistics | undefined
}

/** What the stream does not carry, such as the load of a bus, is loaded again; less often where there are many networks. */
const refreshMs = (nets: number): number => 15_000 * Math.max(1, nets / 20)

export const useOverview = () => {
  const { orgId } = useOrg()
  const nets = useQuery(ask('nets', 'list', { orgId }))
  const list = nets.data ?? none
  const refetchInterval = refetchEvery(refreshMs(list.length))
  const statuses = useQueries({
    queries: list.map(({ id }) => ({ ...ask('links', 'status', { netId: id }), refetchInterval })),
    combine: dataOf,
  })
  const statistics = useQueries({
    queries: list.map(({ id }) => ({ ...ask('links', 'statistics', { netId: id }), refetchInterval })),
    combine: dataOf,
  })
  const netRows = useMemo(
    () => list.map((net, i): NetRow => ({ net, status: statuses[i], statistics: statistics[i] })),
    [list, statuses, statistics],
  )
  const deviceRows = useDeviceRows(netRows)
  return { nets, netRows, deviceRows }
}

const none: readonly Net[] = []
const dataOf = <T>(results: readonly { data: T | undefined }[]): (T | undefined)[] => results.map(({ data }) => data)

/** The rows of all devices. One whose device is the same object as before stays the same row, and is not drawn again. */
const useDeviceRows = (nets: readonly NetRow[]): readonly DeviceRow[] => {
  const rows = useRef(new Map<number, DeviceRow>())
  return useMemo(() => {
    const next = new Map<number, DeviceRow>()
    for (const { net, statistics } of nets) {
      for (const device of statistics?.devices ?? []) {
        const id = device.deviceId
        const old = rows.current.get(id)
        const isSame = old !== undefined && old.device === device && old.netName === net.name
        next.set(id, isSame ? old : { id, netId: net.id, netName: net.name, health: healthOf(device), device })
      }
    }
    rows.current = next
    return [...next.values()].toSorted(byHealth)
  }, [nets])
}
