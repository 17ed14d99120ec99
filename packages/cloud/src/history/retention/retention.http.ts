import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { inEachOrg } from '../../devices/params/in-each-org.ts'
import type { HistoryNeeds } from '../needs.ts'
import { viewerRoles } from '../values/visible.ts'
import type { retention } from './retention.contract.ts'
import {
  alertRetentionOf,
  countDevicesOfTemplate,
  retentionByTemplate,
  retentionOfOrg,
  retentionOfParams,
  setAlertRetention,
  setRetentionOfOrg,
  setRetentionOfParams,
  setRetentionOfTemplate,
} from './retention.sql.ts'

export const retentionHandlers: Handlers<typeof retention, HistoryNeeds> = {
  ofOrg: async ({ db }, { orgId }) => {
    const stored = await retentionOfOrg(db.sql, orgId)
    if (stored === undefined) throw new Refusal('ObjectNotFound')
    return stored
  },

  changeOfOrg: (call, { orgId, keepDays }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await retentionOfOrg(tx, orgId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await setRetentionOfOrg(tx, orgId, keepDays)
      await record(tx, orgId, call, {
        action: 'org.change-retention',
        objectKind: 'org',
        objectId: orgId,
        ...difference(before, { keepDays }),
      })
      return {}
    }),

  ofAlerts: async ({ db }, { orgId }) => {
    const stored = await alertRetentionOf(db.sql, orgId)
    if (stored === undefined) throw new Refusal('ObjectNotFound')
    return stored
  },

  changeOfAlerts: (call, { orgId, logDays, messageDays }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await alertRetentionOf(tx, orgId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await setAlertRetention(tx, orgId, { logDays, messageDays })
      await record(tx, orgId, call, {
        action: 'org.change-retention',
        objectKind: 'org',
        objectId: orgId,
        ...difference(before, { logDays, messageDays }),
      })
      return {}
    }),

  ofTemplates: async ({ db }, { orgId }) => [...(await retentionByTemplate(db.sql, orgId))],

  changeOfTemplate: (call, { orgId, templateId, keepDays }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await countDevicesOfTemplate(tx, orgId, templateId)) === 0) throw new Refusal('ObjectNotFound')
      const changedParams = await setRetentionOfTemplate(tx, orgId, templateId, keepDays)
      await record(tx, orgId, call, {
        action: 'template.change-retention',
        objectKind: 'template',
        objectId: templateId,
        after: { keepDays, changedParams },
      })
      return { changedParams }
    }),

  ofParams: async ({ db, caller }, { paramIds }) => {
    const rows = await retentionOfParams(db.sql, paramIds, caller.accountId, viewerRoles)
    return Object.fromEntries(rows.map(({ id, keepDays }) => [id, { keepDays }]))
  },

  changeOfParams: (call, { paramIds, keepDays }) =>
    inEachOrg(call, paramIds, async (tx, orgId, ids) => {
      const changed = await setRetentionOfParams(tx, orgId, ids, keepDays)
      await record(tx, orgId, call, {
        action: 'params.change-retention',
        objectKind: 'param',
        objectId: ids.join(','),
        after: { keepDays },
      })
      return changed.length
    }),
}
