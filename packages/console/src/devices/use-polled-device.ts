import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../data/api/api-query.ts'
import { refetchEvery } from '../data/api/refetch-every.ts'
import type { PolledDevice } from '../readings/values/trouble.rules.ts'

/** Data outside the stream, such as the next retry of a device, is reloaded. */
const refetchInterval = refetchEvery(10_000)

export interface PolledLine {
  /** All devices of the network; undefined until the service has answered. */
  line: readonly PolledDevice[] | undefined
  device: PolledDevice | undefined
}

/** How reading of a device goes, and of the others on its line; the stream keeps it up to date. */
export const usePolledDevice = (netId: number | undefined, deviceId: number | undefined): PolledLine => {
  const statistics = useQuery({
    ...apiQuery('links', 'statistics', { netId: netId ?? 0 }),
    enabled: netId !== undefined,
    refetchInterval,
  })
  const line = statistics.data?.devices
  return { line, device: line?.find((one) => one.deviceId === deviceId) }
}
