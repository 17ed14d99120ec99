import { columns, type Queries } from '@busbar/database'
import { type TemplateFields, type TemplateRow, templateFields } from './templates.sql.ts'

const fields = columns('templateRevision', ['revision', ...templateFields])

/** Earlier ones of one template. */
const revisionsMax = 50

export interface RevisionRow {
  revision: number
  replacedOn: Date
  replacedBy: string
  paramCount: number
}

/** Keeps a template as it was; the oldest revisions go. */
export const storeRevision = async (
  tx: Queries,
  before: TemplateRow,
  replacedOn: Date,
  replacedBy: string,
): Promise<void> => {
  const { orgId, id, revision } = before
  await tx`
    insert into template_revision (org_id, template_id, replaced_on, replaced_by, ${fields.names})
    select ${orgId}, ${id}, ${replacedOn}, ${replacedBy}, ${fields.given}
    from jsonb_to_recordset(${tx.json([before])}) as given (${fields.types})`
  await tx`
    delete from template_revision
    where org_id = ${orgId} and template_id = ${id} and revision <= ${revision - revisionsMax}`
}

/** From the newest on. */
export const revisionList = (sql: Queries, orgId: number, templateId: number) => sql<RevisionRow[]>`
  select revision, replaced_on as "replacedOn", replaced_by as "replacedBy",
         jsonb_array_length(param_templates) as "paramCount"
  from template_revision where org_id = ${orgId} and template_id = ${templateId} order by revision desc`

/** Some revisions of a template that are kept. */
export const revisionsOf = (sql: Queries, orgId: number, templateId: number, revisions: readonly number[]) => sql<
  (TemplateFields & { revision: number })[]
>`
  select ${fields} from template_revision
  where org_id = ${orgId} and template_id = ${templateId} and revision = any(${revisions}::int[])`

/** Devices that were just made: like the present revision of their template, where it is one of the organization's own. */
export const setDeviceRevisions = async (tx: Queries, orgId: number, deviceIds: readonly number[]): Promise<void> => {
  await tx`
    update device d set template_revision = t.revision
    from template t
    where d.org_id = ${orgId} and d.id = any(${deviceIds}::bigint[]) and t.org_id = ${orgId}
      and (t.org_id, t.id) = (d.template_org_id, d.template_id)`
}
