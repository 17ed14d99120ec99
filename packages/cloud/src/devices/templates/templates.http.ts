import { isDeepStrictEqual } from 'node:util'
import type { TemplateKind, Variant } from '@busbar/templates'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { DeviceCall, DeviceNeeds } from '../needs.ts'
import { readParams, writeParams } from './params-table.rules.ts'
import { storeRevision } from './revisions.sql.ts'
import type { templates } from './templates.contract.ts'
import { checkTemplateLimit, needOwnName, needToChange, needToSee, summary, tidyTemplate } from './templates.rules.ts'
import {
  countTemplates,
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  namesake,
  orgRoleForTemplate,
  selectTemplate,
  shippedOrgId,
  type TemplateFields,
  type TemplateRow,
  templateIdBySku,
  updateTemplate,
} from './templates.sql.ts'

export const templatesHandlers: Handlers<typeof templates, DeviceNeeds> = {
  async idBySku({ db, caller }, { sku }) {
    const id = await templateIdBySku(db.sql, sku, caller.accountId)
    if (id === undefined) throw new Refusal('ObjectNotFound', 'No template has this SKU.')
    return { id }
  },

  async get(call, { templateId }) {
    return shownTemplate(await visibleTemplate(call, templateId))
  },

  async list({ db, caller }) {
    const lines = await listTemplates(db.sql, caller.accountId)
    return lines.map(shownTemplate)
  },

  create(call, { orgId, ...input }) {
    return addTemplate(call, orgId, tidyTemplate(input))
  },

  async importCsv(call, { orgId, csv, ...input }) {
    const table = readParams(csv)
    if ('errors' in table) return { errors: table.errors }
    return addTemplate(call, orgId, tidyTemplate({ ...input, paramTemplates: table.params }))
  },

  async change(call, { templateId, ifRevision, ...changes }) {
    const orgId = needToChange(await orgRoleForTemplate(call.db.sql, templateId, call.caller.accountId))
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await lockTemplate(tx, orgId, templateId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      if (ifRevision !== undefined && ifRevision !== before.revision) {
        throw new Refusal('IncorrectRequest', `body.ifRevision: there is revision ${before.revision}`)
      }
      const after = tidyTemplate({ ...before, ...changes } as TemplateFields)
      needOwnName(await namesake(tx, orgId, after), templateId)
      if (isDeepStrictEqual(after, tidyTemplate(before))) return {}
      await storeRevision(tx, before, call.now(), call.caller.accountName)
      await updateTemplate(tx, orgId, templateId, after)
      const change = { before: summary(before), after: summary(after) }
      await record(tx, orgId, call, {
        action: 'template.change',
        objectKind: 'template',
        objectId: templateId,
        ...change,
      })
      return {}
    })
  },

  async delete(call, { templateId }) {
    const orgId = needToChange(await orgRoleForTemplate(call.db.sql, templateId, call.caller.accountId))
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await lockTemplate(tx, orgId, templateId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await deleteTemplate(tx, orgId, templateId)
      await record(tx, orgId, call, {
        action: 'template.delete',
        objectKind: 'template',
        objectId: templateId,
        before: summary(before),
      })
      return {}
    })
  },

  async exportCsv(call, { templateId }) {
    const { paramTemplates } = await visibleTemplate(call, templateId)
    return writeParams(paramTemplates)
  },
}

const visibleTemplate = async ({ db, caller }: DeviceCall<'account'>, templateId: number): Promise<TemplateRow> => {
  needToSee(await orgRoleForTemplate(db.sql, templateId, caller.accountId))
  const template = await selectTemplate(db.sql, templateId)
  if (template === undefined) throw new Refusal('ObjectNotFound')
  return template
}

const addTemplate = (call: DeviceCall<'account'>, orgId: number, template: TemplateFields): Promise<{ id: number }> =>
  call.db.tx(async (tx) => {
    // Templates are counted and named one request at a time.
    await lockOrg(tx, orgId)
    checkTemplateLimit(await countTemplates(tx, orgId))
    needOwnName(await namesake(tx, orgId, template))
    const id = await insertTemplate(tx, orgId, template)
    await record(tx, orgId, call, {
      action: 'template.create',
      objectKind: 'template',
      objectId: id,
      after: summary(template),
    })
    return { id }
  })

/** A shipped template has no organization, and the rule that distinguishes its variants is internal. */
const shownTemplate = <
  T extends { orgId: number; kind: TemplateKind | null; variant?: Variant | null; revision?: number },
>({
  orgId,
  variant,
  kind,
  revision,
  ...rest
}: T) => ({
  ...rest,
  ...(kind !== null && { kind }),
  ...(revision !== undefined && orgId !== shippedOrgId && { revision }),
  ...(variant && { variant: { of: variant.of, note: variant.note } }),
  ...(orgId !== shippedOrgId && { orgId }),
})
