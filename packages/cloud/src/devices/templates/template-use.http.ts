import { rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { DeviceNeeds } from '../needs.ts'
import { digestOf, isPlanEmpty } from './apply.rules.ts'
import { devicesOfTemplate } from './apply.sql.ts'
import { applyPlans, planTemplate } from './apply.ts'
import { differenceOf, lineCount } from './difference.rules.ts'
import { revisionList, revisionsOf } from './revisions.sql.ts'
import { devicesShownMax, linesMax, type templateUse } from './template-use.contract.ts'
import { needToSee } from './templates.rules.ts'
import { orgRoleForTemplate, selectTemplate, shippedOrgId } from './templates.sql.ts'

export const templateUseHandlers: Handlers<typeof templateUse, DeviceNeeds> = {
  async revisions({ db, caller }, { templateId }) {
    const orgId = needToSee(await orgRoleForTemplate(db.sql, templateId, caller.accountId))
    return (await revisionList(db.sql, orgId, templateId)).map(rowJson)
  },

  async revision({ db, caller }, { templateId, revision }) {
    const orgId = needToSee(await orgRoleForTemplate(db.sql, templateId, caller.accountId))
    const [found] = await revisionsOf(db.sql, orgId, templateId, [revision])
    if (found === undefined) throw new Refusal('ObjectNotFound')
    return rowJson(found)
  },

  async devices({ db }, { orgId, templateId }) {
    const template = await selectTemplate(db.sql, templateId)
    if (template === undefined || (template.orgId !== shippedOrgId && template.orgId !== orgId)) {
      throw new Refusal('ObjectNotFound')
    }
    return (await devicesOfTemplate(db.sql, orgId, templateId, devicesShownMax)).map(rowJson)
  },

  async compare({ db }, { orgId, templateId, deviceIds }) {
    const { template, plans } = await planTemplate(db.sql, orgId, templateId, deviceIds)
    const difference = differenceOf(plans)
    if (lineCount(difference) > linesMax) {
      throw new Refusal('IncorrectRequest', `body.deviceIds: more than ${linesMax} differences; take fewer devices`)
    }
    const unchangedCount = plans.filter((plan) => isPlanEmpty(plan, true)).length
    return { digest: digestOf(plans, template.revision), ...difference, unchangedCount }
  },

  apply: (call, { orgId, templateId, deviceIds, ifDigest, isGoneDeleted = false }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { template, plans } = await planTemplate(tx, orgId, templateId, deviceIds)
      if (ifDigest !== undefined && ifDigest !== digestOf(plans, template.revision)) {
        throw new Refusal(
          'IncorrectRequest',
          'body.ifDigest: template or devices were changed meanwhile; compare again',
        )
      }
      await applyPlans(tx, orgId, template, plans, isGoneDeleted)
      await call.templateAlerts.refresh(
        tx,
        orgId,
        plans.map(({ deviceId }) => deviceId),
        call.now(),
      )
      const { changed, added, gone } = differenceOf(plans)
      await record(tx, orgId, call, {
        action: 'template.apply',
        objectKind: 'template',
        objectId: templateId,
        after: {
          ...(template.orgId !== shippedOrgId && { revision: template.revision }),
          deviceIds: plans.map(({ deviceId }) => deviceId),
          changed,
          added,
          ...(isGoneDeleted && { deleted: gone }),
        },
      })
      return { changedCount: plans.filter((plan) => !isPlanEmpty(plan, isGoneDeleted)).length }
    }),
}
