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
  const moving = new Set(devices.map(({ id }) => id))
  const taken = new Map<number, number>()
  const come = devices.filter(({ isComputed }) => !isComputed).map(({ unit }) => unit)
  const stay = (net?.units ?? []).filter(({ deviceId }) => !moving.has(deviceId)).map(({ unit }) => unit)
  for (const unit of [...come, ...stay]) taken.set(unit, (taken.get(unit) ?? 0) + 1)
  return devices.flatMap((device): PlannedChange[] => {
    const { name: _name, unit, isComputed, isKeyOfNet, ...old } = device
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const now: typeof old = { ...old, ...given, netName: net?.name ?? old.netName }
    const keys = (Object.keys(now) as (keyof typeof now)[]).filter((key) => now[key] !== old[key])
    if (keys.length === 0) return []
    const pick = (from: typeof old) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<NamedDevice>
    const isMoved = now.netId !== old.netId
    const warnings = [
      ...(isMoved && !isComputed && (taken.get(unit) ?? 0) > 1 ? ['unit-taken' as const] : []),
      ...(isMoved && net !== null && !net.isOn ? ['net-off' as const] : []),
      ...(isMoved && isKeyOfNet ? ['key-value' as const] : []),
    ]
    const { netName: _netName, ...to } = now
    return [{ device, to, before: pick(old), after: pick(now), warnings }]
  })
}
