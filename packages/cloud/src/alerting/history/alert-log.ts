import { type ConditionKey, type LogDetail, logLevels } from '@busbar/alerts/model'
import { type AlertRecord, alertRecords, countRecords, recordDetails } from '@busbar/alerts/store'
import { type Language, texts } from '@busbar/messaging/texts'
import type { AlertingCall } from '../needs.ts'
import { alertParams } from '../params.sql.ts'
import { conditionsById, messagesOf } from './messages.sql.ts'
import { timelineOf } from './timeline.rules.ts'

interface PageOptions {
  page?: number | undefined
  itemsOnPage?: number | undefined
  lang?: Language | undefined
}

/** A page of the log of an alert, or of all alerts of the organization where it is null. */
export const alertLog = async (
  { db: { sql }, orgId }: Pick<AlertingCall<'member'>, 'db' | 'orgId'>,
  alertId: number | null,
  { page = 1, itemsOnPage = 25, lang = 'en' }: PageOptions,
) => {
  const [records, totalRecords] = await Promise.all([
    alertRecords(sql, { orgId, alertId, page, itemsOnPage }),
    countRecords(sql, { orgId, alertId }),
  ])
  const ids = records.map(({ id }) => id)
  const [details, messages] =
    ids.length === 0 ? [[], []] : await Promise.all([recordDetails(sql, orgId, ids), messagesOf(sql, orgId, ids)])
  const conditionKeys = details.flatMap(({ detail }) => conditionsIn(detail))
  const writtenParamIds = messages.flatMap(({ paramId }) => paramId ?? [])
  const [params, conditions] = await Promise.all([
    alertParams(sql, orgId, [...conditionKeys.map(({ paramId }) => paramId), ...writtenParamIds]),
    conditionsById(sql, orgId, [...new Set(conditionKeys.map(({ conditionId }) => conditionId))]),
  ])
  const [detailsOf, messagesIn] = [byRecord(details), byRecord(messages)]
  const context = { lang, params, conditions }
  return {
    records: records.map((one) => ({
      ...shownRecord(one, lang),
      details: timelineOf(one, detailsOf.get(one.id) ?? [], messagesIn.get(one.id) ?? [], context),
    })),
    totalRecords,
    currentPage: page,
    itemsOnPage,
  }
}

const conditionsIn = (detail: LogDetail): readonly ConditionKey[] => {
  if ('conditionId' in detail) return [detail]
  return 'conditions' in detail ? (detail.conditions ?? []) : []
}

const byRecord = <T extends { recordId: number }>(rows: readonly T[]): Map<number, T[]> =>
  Map.groupBy(rows, ({ recordId }) => recordId)

const shownRecord = (record: AlertRecord, lang: Language) => {
  const { id, alertId, name, startedOn, resolvedOn, closedOn, confirmedOn } = record
  const logAs = logLevels.find((level) => level === record.logAs) ?? 'none'
  return {
    id,
    ...(alertId > 0 ? { alertId } : { netId: -alertId }),
    name,
    startedOn: startedOn.toISOString(),
    // An event that ended with its alert has no resolve time.
    resolvedOn: closedOn && (resolvedOn ?? closedOn).toISOString(),
    logAs,
    logAsText: texts[lang].names[`alert-level.${logAs}`],
    status: statusOf(record),
    confirmedOn: confirmedOn && confirmedOn.toISOString(),
  }
}

const statusOf = ({ closedOn, confirmedOn }: AlertRecord): 'active' | 'confirmed' | 'resolved' => {
  if (closedOn !== null) return 'resolved'
  return confirmedOn === null ? 'active' : 'confirmed'
}
