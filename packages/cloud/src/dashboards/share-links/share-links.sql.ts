import type { Queries } from '@busbar/database'
import type { ObjectRow } from '../../accounts/access/share-links.sql.ts'
import type { SharedObject } from '../../accounts/access/shared-contents.ts'

export interface ListedLink extends ObjectRow {
  id: number
  name: string
  objectName: string
  isDefault: boolean
  isKiosk: boolean
  createdOn: Date
  createdBy: string
  isMakerGone: boolean
  expiresOn: Date
  lastUsedOn: Date | null
  openings: number
  places: number
}

/** All of an organization, or one of them, latest first. */
export const linksOf = (sql: Queries, orgId: number, linkId: number | null = null) => sql<ListedLink[]>`
  select s.id, s.name, s.dashboard_id as "dashboardId", s.vis_id as "visId", s.report_id as "reportId",
         coalesce(d.name, v.name, r.name) as "objectName", coalesce(d.is_default, false) as "isDefault",
         s.device_id as "deviceId", s.is_kiosk as "isKiosk", s.created_on as "createdOn", s.created_by_name as "createdBy",
         coalesce(m.role, 'demo') not in ('manager', 'owner') as "isMakerGone", s.expires_on as "expiresOn",
         s.last_used_on as "lastUsedOn", s.openings::int as openings, cardinality(s.places) as places
  from share_link s
  left join dashboard d on d.org_id = s.org_id and d.id = s.dashboard_id
  left join visualization v on v.org_id = s.org_id and v.id = s.vis_id
  left join report r on r.org_id = s.org_id and r.id = s.report_id
  left join membership m on m.org_id = s.org_id and m.account_id = s.created_by
  where s.org_id = ${orgId} and (${linkId}::bigint is null or s.id = ${linkId})
  order by s.created_on desc, s.id desc`

const none: ObjectRow = { dashboardId: null, visId: null, reportId: null, deviceId: null }

const rowOf = (object: SharedObject): ObjectRow => {
  if (object.kind === 'report') return { ...none, reportId: object.id }
  if (object.kind === 'picture') return { ...none, visId: object.id }
  return { ...none, dashboardId: object.id, deviceId: object.deviceId }
}

export interface NewLink {
  object: SharedObject
  name: string
  isKiosk: boolean
  expiresOn: Date
  tokenHash: Buffer
}

export const insertLink = async (
  tx: Queries,
  orgId: number,
  { object, name, isKiosk, expiresOn, tokenHash }: NewLink,
  by: { accountId: number; accountName: string; on: Date },
): Promise<number> => {
  const { dashboardId, visId, reportId, deviceId } = rowOf(object)
  const [link] = await tx<[{ id: number }]>`
    insert into share_link (org_id, token_hash, kind, dashboard_id, vis_id, report_id, device_id, name, is_kiosk, created_on, created_by, created_by_name, expires_on)
    values (${orgId}, ${tokenHash}, ${object.kind}, ${dashboardId}, ${visId}, ${reportId}, ${deviceId}, ${name}, ${isKiosk}, ${by.on}, ${by.accountId},
            ${by.accountName}, ${expiresOn})
    returning id`
  return link.id
}

export const countLinks = async (
  tx: Queries,
  orgId: number,
  object: SharedObject,
): Promise<{ ofObject: number; ofOrg: number }> => {
  const { dashboardId, visId, reportId } = rowOf(object)
  const [row] = await tx<[{ ofObject: number; ofOrg: number }]>`
    select count(*) filter (where dashboard_id = ${dashboardId} or vis_id = ${visId} or report_id = ${reportId})::int as "ofObject", count(*)::int as "ofOrg"
    from share_link where org_id = ${orgId}`
  return row
}

export const deleteLink = (tx: Queries, orgId: number, linkId: number) => tx`
  delete from share_link where org_id = ${orgId} and id = ${linkId}`

/** They are listed for a while, but not where others need their room. */
export const deleteExpired = (tx: Queries, orgId: number, now: Date) => tx`
  delete from share_link where org_id = ${orgId} and expires_on <= ${now}`

/** Returns whether the device has the dashboard's template. */
export const isOfTemplate = async (sql: Queries, orgId: number, dashboardId: number, deviceId: number) => {
  const rows = await sql`
    select 1 from device v join dashboard b on b.org_id = v.org_id and v.template_id = (b.variable ->> 'templateId')::bigint
    where b.org_id = ${orgId} and b.id = ${dashboardId} and v.id = ${deviceId}`
  return rows.length > 0
}

/** Returns the devices of those parameters that belong to the organization. */
export const devicesOf = (sql: Queries, orgId: number, paramIds: readonly number[]) => sql<
  { paramId: number; deviceId: number }[]
>`
  select id as "paramId", device_id as "deviceId" from param
  where org_id = ${orgId} and id = any(${paramIds}::bigint[])`
