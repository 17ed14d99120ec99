import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Change, record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { isComputedDevice } from '../computed/computed.sql.ts'
import type { DeviceCall, DeviceNeeds } from '../needs.ts'
import { type Card, type cards, tagsMax } from './cards.contract.ts'
import {
  type CardOwner,
  cardsOf,
  countOwn,
  emptyCard,
  hasPhoto,
  listedCards,
  photoRow,
  putCards,
  putPhoto,
} from './cards.sql.ts'
import { photoOf } from './photo.rules.ts'

export const cardsHandlers: Handlers<typeof cards, DeviceNeeds> = {
  list: async ({ db, orgId }) => {
    const rows = await listedCards(db.sql, orgId)
    return {
      nets: rows.flatMap(({ netId, tags, groupName }) => (netId === null ? [] : { netId, tags, groupName })),
      devices: rows.flatMap(({ deviceId, tags, groupName, isComputed }) =>
        deviceId === null ? [] : { deviceId, tags, groupName, isComputed },
      ),
    }
  },

  changeMany: (call, { netIds, deviceIds, addTags, removeTags, groupName }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const nets = [...new Set(netIds)]
      const devices = [...new Set(deviceIds)]
      if ((await countOwn(tx, orgId, nets, devices)) < nets.length + devices.length) throw new Refusal('ObjectNotFound')
      const stored = await cardsOf(tx, orgId, nets, devices)
      const owners = [
        ...nets.map((netId): CardOwner => ({ netId, deviceId: null })),
        ...devices.map((deviceId): CardOwner => ({ netId: null, deviceId })),
      ]
      const changed = owners.map((owner) => {
        const before = stored.find((one) => one.netId === owner.netId && one.deviceId === owner.deviceId) ?? emptyCard
        const tags = unique([...before.tags.filter((one) => !removeTags.includes(one)), ...addTags])
        if (tags.length > tagsMax) throw new Refusal('IncorrectRequest', `body.addTags: more than ${tagsMax} tags`)
        return { ...before, ...owner, tags, groupName: groupName ?? before.groupName }
      })
      await putCards(tx, orgId, changed)
      await record(tx, orgId, call, {
        action: 'cards.change',
        objectKind: 'org',
        objectId: orgId,
        after: { netIds: nets, deviceIds: devices, addTags, removeTags, ...(groupName !== undefined && { groupName }) },
      })
      return {}
    }),

  device: async (call, { deviceId }) => ({
    ...(await shownCard(call, deviceOwner(deviceId))),
    isComputed: (await isComputedDevice(call.db.sql, call.orgId, deviceId)) === true,
  }),
  changeDevice: (call, { deviceId, ...changes }) => changeCard(call, deviceOwner(deviceId), changes),
  net: (call, { netId }) => shownCard(call, netOwner(netId)),
  changeNet: (call, { netId, ...changes }) => changeCard(call, netOwner(netId), changes),
  devicePhoto: (call, { deviceId }) => shownPhoto(call, deviceOwner(deviceId)),
  changeDevicePhoto: (call, { deviceId, data }) => changePhoto(call, deviceOwner(deviceId), data),
  netPhoto: (call, { netId }) => shownPhoto(call, netOwner(netId)),
  changeNetPhoto: (call, { netId, data }) => changePhoto(call, netOwner(netId), data),
}

const netOwner = (netId: number): CardOwner => ({ netId, deviceId: null })
const deviceOwner = (deviceId: number): CardOwner => ({ netId: null, deviceId })
const idsOf = ({ netId, deviceId }: CardOwner): [number[], number[]] => [
  netId === null ? [] : [netId],
  deviceId === null ? [] : [deviceId],
]
const objectOf = ({ netId, deviceId }: CardOwner): Pick<Change, 'objectKind' | 'objectId'> =>
  netId === null ? { objectKind: 'device', objectId: deviceId ?? 0 } : { objectKind: 'net', objectId: netId }

const unique = (tags: readonly string[]): string[] => [...new Set(tags)]

const shownCard = async ({ db, orgId }: DeviceCall<'member'>, owner: CardOwner) => {
  const [stored] = await cardsOf(db.sql, orgId, ...idsOf(owner))
  const { netId: _net, deviceId: _device, ...card } = stored ?? { ...emptyCard, ...owner }
  return { ...card, hasPhoto: await hasPhoto(db.sql, orgId, owner) }
}

const changeCard = (
  call: DeviceCall<'member'>,
  owner: CardOwner,
  changes: { [K in keyof Card]?: Card[K] | undefined },
): Promise<Record<string, never>> =>
  call.db.tx(async (tx) => {
    const { orgId } = call
    await lockOrg(tx, orgId)
    // The gate saw it, but it may be gone by now.
    if ((await countOwn(tx, orgId, ...idsOf(owner))) === 0) throw new Refusal('ObjectNotFound')
    const [stored] = await cardsOf(tx, orgId, ...idsOf(owner))
    const before = { ...(stored ?? emptyCard), ...owner }
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after = { ...before, ...definedChanges }
    await putCards(tx, orgId, [{ ...after, tags: unique(after.tags) }])
    await record(tx, orgId, call, { action: 'card.change', ...objectOf(owner), ...difference(before, after) })
    return {}
  })

const shownPhoto = async ({ db, orgId }: DeviceCall<'member'>, owner: CardOwner) => {
  const row = await photoRow(db.sql, orgId, owner)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return { mediaType: row.mediaType, data: Buffer.from(row.bytes).toString('base64') }
}

const changePhoto = (
  call: DeviceCall<'member'>,
  owner: CardOwner,
  data: string | null,
): Promise<Record<string, never>> =>
  call.db.tx(async (tx) => {
    const { orgId } = call
    const bytes = data === null ? null : Buffer.from(data, 'base64')
    const photo = bytes && photoOf(bytes)
    if (bytes !== null && photo === null) {
      throw new Refusal(
        'IncorrectRequest',
        'body.data: is no whole PNG or JPEG of at most 512 KiB and 8192 pixels a side',
      )
    }
    await lockOrg(tx, orgId)
    if ((await countOwn(tx, orgId, ...idsOf(owner))) === 0) throw new Refusal('ObjectNotFound')
    await putPhoto(tx, orgId, owner, bytes && photo && { mediaType: photo.mediaType, bytes })
    await record(tx, orgId, call, {
      action: 'photo.change',
      ...objectOf(owner),
      after: bytes && photo ? { ...photo, bytes: bytes.length } : null,
    })
    return {}
  })
