import { type Handlers, Refusal } from '@busbar/wire/server'
import { allows, roles } from '../../access/roles.ts'
import type { Tx } from '../../db/types.ts'
import type { Call } from '../../service.ts'
import { difference } from '../audit/difference.rules.ts'
import { record } from '../audit/record.ts'
import { lockOrg } from '../lock-org.sql.ts'
import { findParam } from './find.sql.ts'
import { fullName, shownText } from './names.rules.ts'
import type { params } from './params.contract.ts'
import {
  deleteParams,
  modifyParams,
  placesOfParams,
  slugsOfDevice,
  standingsOfParams,
  storedParams,
  updateParam,
} from './params.sql.ts'
import { changedSettings, settingsProblem } from './settings.rules.ts'

export const paramsHandlers: Handlers<typeof params, Call> = {
  idByReference: async ({ db }, { orgId, body: reference }) => ({ id: await findParam(db.sql, orgId, reference) }),

  changeMany: (call, { paramIds, modification }) =>
    inEachOrg(call, paramIds, async (tx, orgId, ids) => {
      const changed = await modifyParams(tx, orgId, ids, modification)
      await record(tx, orgId, call, {
        action: 'params.change',
        objectKind: 'param',
        objectId: ids.join(','),
        after: modification,
      })
      return changed.length
    }),

  deleteMany: (call, { paramIds }) =>
    inEachOrg(call, paramIds, async (tx, orgId, ids) => {
      const deleted = await deleteParams(tx, orgId, ids)
      const names = Object.fromEntries(deleted.map(({ id, name }) => [id, shownText(name)]))
      await record(tx, orgId, call, {
        action: 'params.delete',
        objectKind: 'param',
        objectId: ids.join(','),
        before: names,
      })
      return deleted.length
    }),

  info: async ({ db, caller }, { paramIds }) => {
    const seeing = roles.filter((role) => allows(role, 'viewer'))
    const places = await placesOfParams(db.sql, [...new Set(paramIds)], caller.accountId, seeing)
    return places.map((place) => ({ ...place, name: shownText(place.name), fullName: fullName(place) }))
  },

  change: (call, { paramId, ...changes }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const [stored] = await storedParams(tx, orgId, { paramId })
      if (stored === undefined) throw new Refusal('ObjectNotFound')
      const { id, deviceId, deviceName: _, ...before } = stored
      const after = changedSettings(before, changes)
      const problem = settingsProblem(after)
      if (problem !== null) throw new Refusal('IncorrectRequest', `body: ${problem}`)
      if (after.slug !== before.slug && (await slugsOfDevice(tx, orgId, deviceId)).includes(after.slug)) {
        throw new Refusal('IncorrectRequest', 'body.slug: is taken')
      }
      await updateParam(tx, orgId, id, after)
      await record(tx, orgId, call, {
        action: 'param.change',
        objectKind: 'param',
        objectId: id,
        ...difference(before, after),
      })
      return {}
    }),
}

type Work = (tx: Tx, orgId: number, ids: number[]) => Promise<number>

/** Does something to listed parameters, all or none; each one's organization must have the caller as a manager. */
const inEachOrg = ({ db, caller }: Call, paramIds: readonly number[], work: Work): Promise<Record<string, never>> =>
  db.tx(async (tx) => {
    const ids = [...new Set(paramIds)]
    const standings = await standingsOfParams(tx, ids, caller.accountId)
    if (standings.length < ids.length) throw new Refusal('ObjectNotFound')
    if (!standings.every(({ role }) => allows(role, 'manager'))) {
      throw new Refusal('NotAuthorized', 'This needs the role manager.')
    }
    const byOrg = Map.groupBy(standings, ({ orgId }) => orgId)
    for (const orgId of [...byOrg.keys()].toSorted((a, b) => a - b)) {
      const own = (byOrg.get(orgId) ?? []).map(({ id }) => id)
      await lockOrg(tx, orgId)
      // One that is gone by now takes all the others back with it.
      if ((await work(tx, orgId, own)) < own.length) throw new Refusal('ObjectNotFound')
    }
    return {}
  })
