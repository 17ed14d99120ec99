import type { SharedAccess, SharedObject } from '../../../access/shared-contents.ts'

/** The device that is looked at: who comes by a share link sees the one that was shared, and chooses no other. */
export const viewedDevice = (shared: SharedAccess | null, chosen: number | null): number | null =>
  shared === null ? chosen : deviceOf(shared.link.object)

const deviceOf = (object: SharedObject): number | null => (object.kind === 'dashboard' ? object.deviceId : null)

/** Without who changed it. */
export const boardForLink = <Board extends { changedBy?: string }>({ changedBy: _by, ...board }: Board) => board

interface BoardValues {
  values: readonly { isProgrammable: boolean }[]
  devices: readonly { modbusUnitId: number }[]
}

/** Without addresses, and nothing to be written. */
export const valuesForLink = <Shown extends BoardValues>(shown: Shown): Shown => ({
  ...shown,
  values: shown.values.map((value) => ({ ...value, isProgrammable: false })),
  devices: shown.devices.map((device) => ({ ...device, modbusUnitId: 0 })),
})
