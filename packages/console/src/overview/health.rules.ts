import { compareNames } from '../data/format/compare-names.ts'
import { type Health, type PolledDevice, tones } from '../ui/feedback/device-health.rules.ts'

export { healthOf } from '../ui/feedback/device-health.rules.ts'

/** The worst first. */
const order = Object.keys(tones)

/** A device as the table shows it. */
export interface DeviceRow {
  id: number
  netId: number
  netName: string
  health: Health
  device: PolledDevice
}

/** Worst health first, then by name, so that rows stay in place while nothing changes. */
export const byHealth = (a: DeviceRow, b: DeviceRow): number =>
  order.indexOf(a.health) - order.indexOf(b.health) ||
  compareNames(a.netName, b.netName) ||
  a.device.modbusUnitId - b.device.modbusUnitId

export const isTrouble = ({ health }: DeviceRow): boolean => tones[health] === 'unknown' || tones[health] === 'warning'

/** Every word is somewhere in the name of the device or of its network. */
export const isFound = (row: DeviceRow, text: string): boolean => {
  const where = `${row.device.name} ${row.netName} ${row.device.modbusUnitId}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word))
}
