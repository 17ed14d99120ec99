import { rowJson } from '../../../db/row-json.ts'
import type { DeviceState } from '../../../polling/states.rules.ts'
import type { DeviceFacts } from '../facts.sql.ts'

const messages: Readonly<Record<DeviceState['state'], string | null>> = {
  ok: null,
  polling: 'The device is being read right now.',
  'backing-off': 'The device does not answer. It is asked as often as its line can spare.',
  'no-connection': 'The network is not connected.',
  'nothing-to-read': 'No parameter of the device is tracked.',
  disabled: 'The device is not read at the moment.',
}

/** When a device is read next, and why not where it is not. */
export const nextRead = ({ isDeviceOff, isNetOff, lastReadOn }: DeviceFacts, { state, nextReadOn }: DeviceState) => {
  const off = isDeviceOff ? 'The device is disabled.' : isNetOff ? 'The network is disabled.' : null
  const nextReadDate = off === null && nextReadOn !== null ? new Date(nextReadOn) : null
  return rowJson({ msg: off ?? messages[state], nextReadDate, lastReadOn })
}
