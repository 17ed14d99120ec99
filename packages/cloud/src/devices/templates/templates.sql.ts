import { columns, type Queries } from '@busbar/database'
import type { TemplateKind, Variant, WriteFunction } from '@busbar/templates'
import type { Role } from '../../accounts/access/roles.ts'
import type { ParamTemplate } from './param-template.rules.ts'

/** Owner of shipped templates; no organization has this ID. */
export const shippedOrgId = 0

/** All of a template but its id and its owner. */
export interface TemplateFields {
  name: string
  manufacturer: string
  version: string
  kind: TemplateKind | null
  skus: string[]
  readGroupSize: number
  writeFunction: WriteFunction
  paramTemplates: ParamTemplate[]
}
export const templateFields = [
  'name',
  'manufacturer',
  'version',
  'kind',
  'skus',
  'readGroupSize',
  'writeFunction',
  'paramTemplates',
] as const
const fields = columns('template', templateFields)
const shown = columns('template', ['id', 'orgId', ...templateFields, 'revision'])
/** `variant` is of shipped ones alone. */
export type TemplateRow = TemplateFields & { id: number; orgId: number; revision: number; variant?: Variant | null }

/** A template's owner, and what the caller is there; no role where the caller does not belong. */
export const orgRoleForTemplate = async (
  sql: Queries,
  id: number,
  accountId: number,
): Promise<{ orgId: number; role: Role | null } | undefined> => {
  const [found] = await sql<{ orgId: number; role: Role | null }[]>`
    select t.org_id as "orgId", m.role
    from template t left join membership m on m.org_id = t.org_id and m.account_id = ${accountId}
    where t.id = ${id}`
  return found
}

export const selectTemplate = async (sql: Queries, id: number): Promise<TemplateRow | undefined> => {
  const [found] = await sql<TemplateRow[]>`
    select ${shown}, extra->'variant' as variant from template where id = ${id}`
  return found
}

export const lockTemplate = async (tx: Queries, orgId: number, id: number): Promise<TemplateRow | undefined> => {
  const [found] = await tx<TemplateRow[]>`
    select ${shown} from template where org_id = ${orgId} and id = ${id} for update`
  return found
}

/** The template of a SKU: of the caller's organizations first, there the newest, then the shipped one. */
export const templateIdBySku = async (sql: Queries, sku: string, accountId: number): Promise<number | undefined> => {
  const [found] = await sql<{ id: number }[]>`
    select id from template
    where skus @> array[${sku}]
      and (org_id = ${shippedOrgId}
           or org_id in (select org_id from membership where account_id = ${accountId} and role <> 'demo'))
    order by org_id = ${shippedOrgId}, id desc limit 1`
  return found?.id
}

export interface TemplateLine {
  id: number
  orgId: number
  name: string
  manufacturer: string
  version: string
  kind: TemplateKind | null
  skus: string[]
  paramCount: number
  variant: Variant | null
}

export const listTemplates = (sql: Queries, accountId: number): Promise<TemplateLine[]> => sql<TemplateLine[]>`
  select id, org_id as "orgId", name, manufacturer, version, kind, skus, jsonb_array_length(param_templates) as "paramCount",
         extra->'variant' as variant
  from template
  where org_id = ${shippedOrgId}
     or org_id in (select org_id from membership where account_id = ${accountId} and role <> 'demo')
  order by manufacturer, name, version, id`

export const countTemplates = async (tx: Queries, orgId: number): Promise<number> => {
  const [row] = await tx<[{ count: number }]>`select count(*)::int as count from template where org_id = ${orgId}`
  return row.count
}

/** The template of an organization that has this name already. */
export const namesake = async (
  tx: Queries,
  orgId: number,
  { name, manufacturer, version }: TemplateFields,
): Promise<number | undefined> => {
  const [found] = await tx<{ id: number }[]>`
    select id from template
    where org_id = ${orgId} and name = ${name} and manufacturer = ${manufacturer} and version = ${version}`
  return found?.id
}

export const insertTemplate = async (tx: Queries, orgId: number, template: TemplateFields): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into template (org_id, ${fields.names})
    select ${orgId}, ${fields.given} from jsonb_to_recordset(${tx.json([template])}) as given (${fields.types})
    returning id`
  return made.id
}

export const updateTemplate = async (
  tx: Queries,
  orgId: number,
  id: number,
  template: TemplateFields,
): Promise<void> => {
  await tx`
    update template set revision = revision + 1, ${fields.changes}
    from jsonb_to_recordset(${tx.json([template])}) as given (${fields.types})
    where org_id = ${orgId} and id = ${id}`
}

export const deleteTemplate = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from template where org_id = ${orgId} and id = ${id}`
}
