import { listText } from '@busbar/database/arrays'
import { Refusal } from '@busbar/wire/server'
import { allows, roles } from '../../accounts/access/roles.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { writtenAnswer } from '../../fields/written-answer.ts'
import { needInputs, needNoCircle } from '../computed/check-formulas.ts'
import { hasComputed } from '../computed/computed.sql.ts'
import type { DeviceNeeds } from '../needs.ts'
import { findParam } from './find.sql.ts'
import { inEachOrg } from './in-each-org.ts'
import { shownText } from './names.rules.ts'
import type { params } from './params.contract.ts'
import {
  deleteParams,
  devicesOfParams,
  modifyParams,
  paramDetails,
  slugsOfDevice,
  storedParams,
  updateParam,
} from './params.sql.ts'
import { changedSettings, settingsProblem } from './settings.rules.ts'

const viewers = listText(roles.filter((role) => allows(role, 'viewer')))

export const paramsHandlers: Handlers<typeof params, DeviceNeeds> = {
  idByReference: async ({ db }, { orgId, body: reference }) => ({ id: await findParam(db.sql, orgId, reference) }),

  changeMany: (call, { paramIds, modification }) =>
    inEachOrg(call, paramIds, async (tx, orgId, ids) => {
      if (modification.isProgrammable === true && (await hasComputed(tx, orgId, ids))) {
        throw new Refusal(
          'IncorrectRequest',
          'body.modification.isProgrammable: a computed parameter cannot be written',
        )
      }
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
      const deviceIds = await devicesOfParams(tx, orgId, ids)
      const deleted = await deleteParams(tx, orgId, ids)
      await call.templateAlerts.refresh(tx, orgId, deviceIds, call.now())
      const names = Object.fromEntries(deleted.map(({ id, name }) => [id, shownText(name)]))
      await record(tx, orgId, call, {
        action: 'params.delete',
        objectKind: 'param',
        objectId: ids.join(','),
        before: names,
      })
      return deleted.length
    }),

  info: ({ db, caller }, { paramIds }) =>
    writtenAnswer(paramDetails(db.sql, { ids: [...new Set(paramIds)], accountId: caller.accountId, roles: viewers })),

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
      if (after.formula !== before.formula) {
        await needInputs(tx, orgId, [{ where: 'body.formula', formula: after.formula ?? '' }])
      }
      await updateParam(tx, orgId, id, after)
      if (after.formula !== before.formula) await needNoCircle(tx, orgId, 'body.formula')
      await call.templateAlerts.refresh(tx, orgId, [deviceId], call.now())
      await record(tx, orgId, call, {
        action: 'param.change',
        objectKind: 'param',
        objectId: id,
        ...difference(before, after),
      })
      return {}
    }),
}
