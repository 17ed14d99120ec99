import type { Queries } from '@busbar/database'
import type { EndKind, LogDetail } from '../alert-state.ts'

export interface AlertRecord {
  id: number
  /** Negative for the service's own alert about a network. */
  alertId: number
  episode: number
  name: string
  logAs: string
  sinceOn: Date
  startedOn: Date
  resolvedOn: Date | null
  closedOn: Date | null
  how: EndKind | null
  confirmedOn: Date | null
  confirmedFrom: string | null
  comment: string | null
}

export interface RecordDetail {
  recordId: number
  on: Date
  detail: LogDetail
}

/** Records of one alert, or of the organization if `alertId` is null; pages count from 1. */
export interface LogPage {
  orgId: number
  alertId: number | null
  page: number
  itemsOnPage: number
}

const columns = (sql: Queries) => sql`
  id, alert_id as "alertId", episode, name, log_as as "logAs", since_on as "sinceOn", started_on as "startedOn",
  resolved_on as "resolvedOn", closed_on as "closedOn", how, confirmed_on as "confirmedOn",
  confirmed_from as "confirmedFrom", comment`

/** The newest first. */
export const alertRecords = (sql: Queries, { orgId, alertId, page, itemsOnPage }: LogPage) =>
  alertId === null
    ? sql<AlertRecord[]>`
        select ${columns(sql)} from alert_record where org_id = ${orgId}
        order by started_on desc, id desc limit ${itemsOnPage} offset ${(page - 1) * itemsOnPage}`
    : sql<AlertRecord[]>`
        select ${columns(sql)} from alert_record where org_id = ${orgId} and alert_id = ${alertId}
        order by episode desc limit ${itemsOnPage} offset ${(page - 1) * itemsOnPage}`

export const countRecords = async (sql: Queries, { orgId, alertId }: Pick<LogPage, 'orgId' | 'alertId'>) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from alert_record
    where org_id = ${orgId} and (${alertId}::bigint is null or alert_id = ${alertId})`
  return row?.count ?? 0
}

/** Details of these records, in order. */
export const recordDetails = (sql: Queries, orgId: number, recordIds: readonly number[]) => sql<RecordDetail[]>`
  select record_id as "recordId", said_on as "on", detail from alert_detail
  where org_id = ${orgId} and record_id = any(${[...recordIds]}::bigint[])
  order by record_id, n`
