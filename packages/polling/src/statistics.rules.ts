import type { DevicePolling, NetPolling } from './net-polling.ts'

export interface NetStatistics {
  polls: number
  readings: number
  /** Number of failed values by reason. */
  failures: Record<string, number>
  skipped: number
  /** 99th percentile of the delay of polls in the last one to two minutes. */
  lagP99Ms: number
  /** Requests to poll every device once. */
  requestsPerCycle: number
  /** Duration of the latest polls of all devices together. */
  lastCycleMs: number
  /**
   * Expected duration of polling every device once, from the mean of the exchanges so far; null before the first one.
   */
  predictedCycleMs: number | null
  /** Shortest period of a device; null without devices. */
  periodSec: number | null
  /** Share of time in which the link is busy with polls; above 1 it cannot keep up. */
  load: number | null
  meanExchangeMs: number | null
  backingOff: { deviceId: number; unit: number; failures: number; until: number }[]
}

/** `meanMs` is the mean time of an exchange on the line; `wallAt` converts monotonic to wall clock time. */
export const statisticsOf = (
  net: NetPolling,
  meanMs: number | null,
  nowMs: number,
  wallAt: (clockMs: number) => number,
): NetStatistics => {
  const devices = [...net.devices.values()]
  const { counts } = net
  const sum = (of: (device: DevicePolling) => number): number => devices.reduce((all, device) => all + of(device), 0)
  const requestsPerCycle = sum(({ plan }) => plan.requests)
  const perMs = sum(({ plan, periodMs }) => plan.requests / periodMs)
  return {
    polls: counts.polls,
    readings: counts.readings,
    failures: Object.fromEntries(counts.failures),
    skipped: counts.skipped,
    lagP99Ms: net.lags.p99(nowMs),
    requestsPerCycle,
    lastCycleMs: sum(({ lastDurationMs }) => lastDurationMs),
    predictedCycleMs: meanMs === null ? null : (requestsPerCycle * meanMs) / net.net.depth,
    periodSec: devices.length === 0 ? null : Math.min(...devices.map(({ device }) => device.periodSec)),
    load: meanMs === null ? null : (perMs * meanMs) / net.net.depth,
    meanExchangeMs: meanMs,
    backingOff: devices.flatMap(({ device }) => {
      const silence = net.silenceOf(device.unit)
      if (!silence) return []
      const { id: deviceId, unit } = device
      return [{ deviceId, unit, failures: silence.failures, until: wallAt(net.spareFromMs(unit)) }]
    }),
  }
}
