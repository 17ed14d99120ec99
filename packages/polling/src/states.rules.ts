import type { DevicePolling } from './net-polling.ts'

export interface DeviceState {
  /** `disabled`: the device or its network is disabled and not polled. */
  state: 'ok' | 'polling' | 'backing-off' | 'no-connection' | 'nothing-to-read' | 'disabled'
  /** Unix time in milliseconds, like the others; null if it will not be polled. */
  nextReadOn: number | null
  lastPollOn: number | null
  lastDurationMs: number | null
  /** Earliest time at which the line has time for an unresponsive unit. */
  until?: number
  /** Failed polls since it last responded; missing while it responds. */
  failures?: number
}

/** Current state of a device; null for one that is not polled. */
export const stateOf = (
  polling: DevicePolling | null,
  isConnected: boolean,
  nextReadOn: number | null = null,
  wallAt: (clockMs: number) => number = (clockMs) => clockMs,
): DeviceState => {
  if (!polling) return { state: 'disabled', nextReadOn: null, lastPollOn: null, lastDurationMs: null }
  const { lastPollMs, lastDurationMs, net, device } = polling
  const silence = net.silenceOf(device.unit)
  const facts = {
    nextReadOn,
    lastPollOn: lastPollMs === null ? null : wallAt(lastPollMs),
    lastDurationMs: lastPollMs === null ? null : lastDurationMs,
    ...(silence && { failures: silence.failures }),
  }
  if (nextReadOn === null) return { state: 'nothing-to-read', ...facts }
  if (polling.running) return { state: 'polling', ...facts }
  if (!isConnected) return { state: 'no-connection', ...facts }
  if (!silence) return { state: 'ok', ...facts }
  return { state: 'backing-off', ...facts, until: wallAt(net.spareFromMs(device.unit)) }
}
