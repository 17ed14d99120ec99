import type { DeviceState, LinkStatus, NetStatistics } from '@busbar/polling'
import type { HistoryNeeds } from '../needs.ts'

/** How networks and their devices are doing. */
export interface NetStates {
  /** Undefined where it is not to be connected. */
  status(netId: number): LinkStatus | undefined
  statistics(netId: number): NetStatistics | null
  device(netId: number, deviceId: number): DeviceState
}

/** States of these networks, also of those on other nodes. */
export const netStatesOf = async (
  { field, polling, remoteNets }: Pick<HistoryNeeds, 'field' | 'polling' | 'remoteNets'>,
  netIds: readonly number[],
): Promise<NetStates> => {
  const remote = await remoteNets?.states(netIds)
  return {
    status: (netId) => remote?.get(netId)?.status ?? field.link(netId)?.status(),
    statistics: (netId) => remote?.get(netId)?.statistics ?? polling.netStatistics(netId),
    device: (netId, deviceId) => remote?.get(netId)?.devices[deviceId] ?? polling.deviceState(deviceId),
  }
}
