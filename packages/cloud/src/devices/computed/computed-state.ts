import type { DeviceState } from '@busbar/polling'
import type { ComputedReadings } from './computed-readings.ts'

/** What a computed device is doing. It waits for its inputs and asks for nothing. */
export const computedState = ({
  lastOn,
  periodMs,
  isEmpty,
}: NonNullable<ReturnType<ComputedReadings['lastRunOf']>>): DeviceState => ({
  state: isEmpty ? 'nothing-to-read' : 'ok',
  nextReadOn: isEmpty || lastOn === null ? null : lastOn + periodMs,
  lastPollOn: lastOn,
  lastDurationMs: lastOn === null ? null : 0,
})
