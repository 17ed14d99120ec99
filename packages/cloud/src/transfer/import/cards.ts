import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Card } from '../../devices/cards/cards.contract.ts'
import { allCards, allPhotos, type CardOwner, putCards, putPhoto } from '../../devices/cards/cards.sql.ts'
import { photoOf } from '../../devices/cards/photo.rules.ts'
import type { Part } from '../transfer.contract.ts'
import type { ImportIds } from './import.rules.ts'

/** Cards of networks and devices by ID, with photos on request. */
export const cardsToExport = async (tx: Tx, orgId: number, withPhotos: boolean) => {
  const rows = await allCards(tx, orgId)
  const nets = new Map<number, Card>()
  const devices = new Map<number, Card>()
  for (const { netId, deviceId, ...card } of rows) {
    if (netId !== null) nets.set(netId, card)
    if (deviceId !== null) devices.set(deviceId, card)
  }
  const photos = withPhotos ? await allPhotos(tx, orgId) : []
  const shown = (card: Card | undefined, isOf: (of: CardOwner) => boolean) => {
    const photo = photos.find(isOf)
    return { ...(card && { card }), ...(photo && { photo: photo.bytes.toString('base64') }) }
  }
  return {
    ofNet: (id: number) => shown(nets.get(id), ({ netId }) => netId === id),
    ofDevice: (id: number) => shown(devices.get(id), ({ deviceId }) => deviceId === id),
  }
}

export const importCards = async (tx: Tx, orgId: number, part: Part, ids: ImportIds): Promise<void> => {
  const nets = part.networks.flatMap(({ id, card }) =>
    card === undefined ? [] : { ...card, netId: ids.networks.get(id) ?? null, deviceId: null },
  )
  const devices = part.devices.flatMap(({ id, card }) =>
    card === undefined ? [] : { ...card, netId: null, deviceId: ids.devices.get(id) ?? null },
  )
  if (nets.length + devices.length > 0) await putCards(tx, orgId, [...nets, ...devices])
  for (const [index, { id, photo }] of part.networks.entries())
    if (photo !== undefined)
      await putPhoto(
        tx,
        orgId,
        { netId: ids.networks.get(id) ?? null, deviceId: null },
        checkedPhoto(`networks.${index}`, photo),
      )
  for (const [index, { id, photo }] of part.devices.entries())
    if (photo !== undefined)
      await putPhoto(
        tx,
        orgId,
        { netId: null, deviceId: ids.devices.get(id) ?? null },
        checkedPhoto(`devices.${index}`, photo),
      )
}

/** A document may come from anywhere, so its photos are checked like uploads. */
const checkedPhoto = (where: string, base64: string) => {
  const bytes = Buffer.from(base64, 'base64')
  const photo = photoOf(bytes)
  if (photo === null)
    throw new Refusal('IncorrectRequest', `body.${where}.photo: must be a whole PNG or JPEG of at most 512 KiB`)
  return { mediaType: photo.mediaType, bytes }
}
