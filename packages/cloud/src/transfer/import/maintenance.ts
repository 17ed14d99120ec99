import type { Tx } from '@busbar/database'
import { shownWindowOf, windowOf } from '../../alerting/maintenance/maintenance.rules.ts'
import { countWindows, insertWindow, windowsMax, windowsOf } from '../../alerting/maintenance/maintenance.sql.ts'
import type { Document } from '../document.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique } from './document-errors.ts'

export const windowsToExport = async (tx: Tx, orgId: number): Promise<Document['maintenanceWindows']> =>
  (await windowsOf(tx, orgId)).map(shownWindowOf)

type Ids = ReadonlyMap<number, number>

/** The new ids of what something in the document names; one that is not there is a mistake. */
export const movedIds = (where: string, ids: readonly number[] = [], to: Ids): number[] =>
  ids.map((id, index) => {
    const moved = to.get(id)
    if (moved === undefined) throw documentError(`${where}.${index}`, `${id} is not there`)
    return moved
  })

/** Adds windows for existing objects and returns their new IDs. */
export const importWindows = async (
  tx: Tx,
  orgId: number,
  now: Date,
  windows: Part['maintenanceWindows'],
  ids: { networks: Ids; devices: Ids; alerts: Ids },
): Promise<Map<number, number>> => {
  const newIds = new Map<number, number>()
  if (windows.length === 0) return newIds
  needUnique(
    (index) => `maintenanceWindows.${index}.id`,
    windows.map(({ id }) => id),
  )
  if ((await countWindows(tx, orgId)) + windows.length > windowsMax)
    throw documentError('maintenanceWindows', `must be at most ${windowsMax} in an organization`)
  for (const [index, { id, netIds, deviceIds, alertIds, ...fields }] of windows.entries()) {
    const where = `maintenanceWindows.${index}`
    const window = windowOf({
      ...fields,
      netIds: movedIds(`${where}.netIds`, netIds, ids.networks),
      deviceIds: movedIds(`${where}.deviceIds`, deviceIds, ids.devices),
      alertIds: movedIds(`${where}.alertIds`, alertIds, ids.alerts),
    })
    newIds.set(id, await insertWindow(tx, orgId, window, 'import', now))
  }
  return newIds
}
