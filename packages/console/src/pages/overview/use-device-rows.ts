import { useMemo, useRef } from 'react'
import { byHealth, type DeviceRow, healthOf } from './health.rules.ts'
import type { NetRow } from './use-overview.ts'

/** The rows of all devices. One whose device is the same object as before stays the same row, and is not drawn again. */
export const useDeviceRows = (nets: readonly NetRow[]): readonly DeviceRow[] => {
  const rows = useRef(new Map<number, DeviceRow>())
  return useMemo(() => {
    const next = new Map<number, DeviceRow>()
    for (const { net, link } of nets) {
      for (const device of link?.devices ?? []) {
        const id = device.deviceId
        const old = rows.current.get(id)
        const isSame = old !== undefined && old.device === device && old.netName === net.name
        next.set(id, isSame ? old : { id, netId: net.id, netName: net.name, health: healthOf(device), device })
      }
    }
    rows.current = next
    return [...next.values()].toSorted(byHealth)
  }, [nets])
}
