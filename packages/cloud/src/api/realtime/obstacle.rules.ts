import type { Reason } from '../../field/reasons.ts'
import type { ReadRow } from './read-rows.sql.ts'

/** Why there is no value of this moment. */
export type RealtimeError = Reason | 'DeviceDisabled' | 'NetworkDisabled'

/** Why a device is not to be asked, or null. Over a serial line unit 0 is a broadcast, which is not answered. */
export const obstacleOf = ({
  isNetOff,
  isDeviceOff,
  unit,
  protocol,
}: Pick<ReadRow, 'isNetOff' | 'isDeviceOff' | 'unit' | 'protocol'>): RealtimeError | null => {
  if (isNetOff) return 'NetworkDisabled'
  if (isDeviceOff) return 'DeviceDisabled'
  return unit === 0 && protocol !== 'modbustcp' ? 'Unreadable' : null
}
