import type { Queries } from '@busbar/database'
import type { SharedObject, ShareLink } from './shared-contents.ts'

/** Which object a link is to, as it is stored. */
export interface ObjectRow {
  dashboardId: number | null
  visId: number | null
  reportId: string | null
  deviceId: number | null
}

interface LinkRow extends Omit<ShareLink, 'object'>, ObjectRow {}

export const objectOf = ({ dashboardId, visId, reportId, deviceId }: ObjectRow): SharedObject => {
  if (reportId !== null) return { kind: 'report', id: reportId }
  return visId === null ? { kind: 'dashboard', id: dashboardId ?? 0, deviceId } : { kind: 'picture', id: visId }
}

export const findShareLink = async (sql: Queries, hash: Buffer): Promise<ShareLink | undefined> => {
  const [row] = await sql<LinkRow[]>`
    select id, org_id as "orgId", dashboard_id as "dashboardId", vis_id as "visId", report_id as "reportId", device_id as "deviceId", is_kiosk as "isKiosk", expires_on as "expiresOn"
    from share_link where token_hash = ${hash}`
  if (row === undefined) return undefined
  const { dashboardId, visId, reportId, deviceId, ...link } = row
  return { ...link, object: objectOf({ dashboardId, visId, reportId, deviceId }) }
}

/** Writes down that a link is in use, unless that was done since `before`. */
export const noteLinkUse = (sql: Queries, id: number, now: Date, before: Date) => sql`
  update share_link set last_used_on = ${now}
  where id = ${id} and (last_used_on is null or last_used_on <= ${before})`

/** Counts an opening, and the place it came from among the first `placesMax`. */
export const noteLinkOpening = (sql: Queries, id: number, now: Date, place: Buffer, placesMax: number) => sql`
  update share_link set last_used_on = ${now}, openings = openings + 1,
    places = case when ${place} = any(places) or cardinality(places) >= ${placesMax} then places else places || ${place}::bytea end
  where id = ${id}`

/** Deletes links that expired so long ago that the reason no longer matters. */
export const sweepShareLinks = (sql: Queries, before: Date) => sql`delete from share_link where expires_on <= ${before}`
