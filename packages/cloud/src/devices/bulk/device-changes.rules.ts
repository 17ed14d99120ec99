import type { DeviceChanges, Warning } from './bulk.contract.ts'
import type { BulkDevice, ChangedDevice, TargetNet } from './bulk.sql.ts'

/** A device with what would be changed of it. */
export interface PlannedChange {
  device: BulkDevice
  to: ChangedDevice
  before: Partial<NamedDevice>
  after: Partial<NamedDevice>
  warnings: Warning[]
}

type NamedDevice = Omit<ChangedDevice, 'id'> & { netName: string }

/** What many devices become; those that are so already are left out. */
export const planChanges = (
  devices: readonly BulkDevice[],
  changes: DeviceChanges,
  net: TargetNet | null,
): PlannedChange[] => {
  const movedIds = new Set(devices.map(({ id }) => id))
  const unitCounts = new Map<number, number>()
  const arriving = devices.filter(({ isComputed }) => !isComputed).map(({ unit }) => unit)
  const present = (net?.units ?? []).filter(({ deviceId }) => !movedIds.has(deviceId)).map(({ unit }) => unit)
  for (const unit of [...arriving, ...present]) unitCounts.set(unit, (unitCounts.get(unit) ?? 0) + 1)
  return devices.flatMap((device): PlannedChange[] => {
    const { name: _name, unit, isComputed, isKeyOfNet, ...old } = device
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next: typeof old = { ...old, ...definedChanges, netName: net?.name ?? old.netName }
    const keys = (Object.keys(next) as (keyof typeof next)[]).filter((key) => next[key] !== old[key])
    if (keys.length === 0) return []
    const pick = (from: typeof old) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<NamedDevice>
    const isMoved = next.netId !== old.netId
    const warnings = [
      ...(isMoved && !isComputed && (unitCounts.get(unit) ?? 0) > 1 ? ['unit-taken' as const] : []),
      ...(isMoved && net !== null && !net.isOn ? ['net-off' as const] : []),
      ...(isMoved && isKeyOfNet ? ['key-value' as const] : []),
    ]
    const { netName: _netName, ...to } = next
    return [{ device, to, before: pick(old), after: pick(next), warnings }]
  })
}
