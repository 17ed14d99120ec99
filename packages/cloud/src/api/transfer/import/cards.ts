import type { Tx } from '../../../db/sql.ts'
import type { Card } from '../../cards/cards.contract.ts'
import { allCards, putCards } from '../../cards/cards.sql.ts'
import type { Part } from '../transfer.contract.ts'
import type { ImportIds } from './import.rules.ts'

/** What is noted of networks and devices, by their ids. */
export const cardsToExport = async (tx: Tx, orgId: number) => {
  const rows = await allCards(tx, orgId)
  const nets = new Map<number, Card>()
  const devices = new Map<number, Card>()
  for (const { netId, deviceId, ...card } of rows) {
    if (netId !== null) nets.set(netId, card)
    if (deviceId !== null) devices.set(deviceId, card)
  }
  const shown = (card: Card | undefined) => card && { card }
  return { ofNet: (id: number) => shown(nets.get(id)), ofDevice: (id: number) => shown(devices.get(id)) }
}

export const importCards = async (tx: Tx, orgId: number, part: Part, ids: ImportIds): Promise<void> => {
  const nets = part.networks.flatMap(({ id, card }) =>
    card === undefined ? [] : { ...card, netId: ids.networks.get(id) ?? null, deviceId: null },
  )
  const devices = part.devices.flatMap(({ id, card }) =>
    card === undefined ? [] : { ...card, netId: null, deviceId: ids.devices.get(id) ?? null },
  )
  if (nets.length + devices.length > 0) await putCards(tx, orgId, [...nets, ...devices])
}
