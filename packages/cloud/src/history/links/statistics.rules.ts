import { rowJson } from '@busbar/database'
import type { DeviceState, NetStatistics } from '@busbar/polling'
import type { PolledRow } from './links.sql.ts'
import { troubleOf } from './trouble.rules.ts'

/** Without what the list of devices says. */
export const shownStatistics = (statistics: NetStatistics) => {
  const { backingOff: _, load, ...others } = statistics
  return rowJson({ ...others, busLoad: load })
}

/** State of a device, with the reason of its last failed poll: of the whole poll, or of its first failed parameter. */
export const shownDevice = (row: PolledRow, deviceState: DeviceState) => {
  const { netId: _net, errors, failedOn, pausedOn: _paused, isCalledIn: _called, ...device } = row
  const { state, nextReadOn, lastPollOn, lastDurationMs, until, failures } = deviceState
  const trouble = troubleOf(row, state)
  return rowJson({
    ...device,
    state,
    nextReadOn: dateOf(nextReadOn),
    lastPollOn: dateOf(lastPollOn),
    lastDurationMs,
    backOffTill: dateOf(until ?? null),
    failures: failures ?? null,
    lastError: Object.values(errors ?? {})[0] ?? null,
    lastErrorOn: failedOn,
    trouble: trouble === null ? null : rowJson(trouble),
  })
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
