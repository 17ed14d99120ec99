import { maskedAddress } from '@busbar/alerts/channels'
import type { HoldReason } from '@busbar/alerts/model'
import { type RecordDetail, recordDetails } from '@busbar/alerts/store'
import { plainNumber } from '@busbar/kit'
import { smsSpent } from '@busbar/messaging/outbox'
import type { Language } from '@busbar/messaging/texts'
import { type LastReading, lastReadings } from '@busbar/readings/last-values'
import type { Handlers } from '../../accounts/call.ts'
import { shownText } from '../../devices/params/names.rules.ts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { textIn } from '../../fields/text-in.ts'
import type { AlertingNeeds } from '../needs.ts'
import { type AlertParamRow, alertParams } from '../params.sql.ts'
import type { deliveries } from './deliveries.contract.ts'
import { shownUndelivered, undeliveredOf } from './deliveries.sql.ts'
import type { alertHistory } from './history.contract.ts'
import {
  type BarRow,
  barsOf,
  countOccurrences,
  createdOnOf,
  type OccurrenceRow,
  occurrencesOf,
  type RecentCondition,
  recentConditions,
  recentOccurrences,
  shownMessages,
} from './history.sql.ts'
import { failureText } from './message-text.rules.ts'
import { type LoggedMessage, messagesOf } from './messages.sql.ts'

/** A part of an occurrence in which messages waited, or it could not be judged. */
interface OccurrenceSpan {
  kind: 'held' | 'unjudged'
  why?: HoldReason
  from: string
  /** Null while it is so. */
  till: string | null
}

const iso = (on: Date): string => on.toISOString()

/** Time spans from the log's details in order; a span without an end ends with the alert event. */
export const spansOf = (
  details: readonly Omit<RecordDetail, 'recordId'>[],
  resolvedOn: Date | null,
): OccurrenceSpan[] => {
  const spans: OccurrenceSpan[] = []
  const open: Partial<Record<OccurrenceSpan['kind'], OccurrenceSpan>> = {}
  const end = (kind: OccurrenceSpan['kind'], on: Date): void => {
    const span = open[kind]
    if (span !== undefined) span.till = iso(on)
    delete open[kind]
  }
  const begin = (span: OccurrenceSpan, on: Date): void => {
    end(span.kind, on)
    open[span.kind] = span
    spans.push(span)
  }
  for (const { on, detail } of details) {
    if (detail.what === 'muted') begin({ kind: 'held', why: detail.why, from: iso(on), till: null }, on)
    else if (detail.what === 'unmuted') end('held', on)
    else if (detail.what === 'unjudged') begin({ kind: 'unjudged', from: iso(on), till: null }, on)
    else if (detail.what === 'judged') end('unjudged', on)
  }
  if (resolvedOn !== null) {
    end('held', resolvedOn)
    end('unjudged', resolvedOn)
  }
  return spans
}

const hourMs = 3_600_000
const usualMs = 30 * 24 * hourMs

export const alertHistoryHandlers: Handlers<typeof alertHistory, AlertingNeeds> = {
  recent: async ({ db: { sql }, now }, { orgId, alertIds, hours = 48, lang = 'en' }) => {
    const from = new Date(now().getTime() - hours * hourMs)
    const [conditions, occurrences] = [
      await recentConditions(sql, orgId, alertIds),
      await recentOccurrences(sql, orgId, alertIds, from),
    ]
    const createdOn = await createdOnOf(sql, orgId, alertIds)
    const params = await alertParams(
      sql,
      orgId,
      conditions.map(({ paramId }) => paramId),
    )
    const last = await lastReadings(
      sql,
      conditions.map(({ paramId, deviceId }) => ({ orgId, deviceId, id: paramId })),
    )
    const [byAlert, times] = [
      Map.groupBy(conditions, ({ alertId }) => alertId),
      Map.groupBy(occurrences, ({ alertId }) => alertId),
    ]
    return [...createdOn].map(([alertId, on]) => ({
      alertId,
      createdOn: on.toISOString(),
      conditionCount: byAlert.get(alertId)?.[0]?.conditionCount ?? 0,
      conditions: (byAlert.get(alertId) ?? []).flatMap((one) => {
        const param = params.get(one.paramId)
        return param === undefined ? [] : [shownCondition(one, param, last.get(one.paramId), lang)]
      }),
      occurrences: (times.get(alertId) ?? []).map(shownOccurrence),
    }))
  },

  timeline: async (call, { alertId, page = 1, itemsOnPage = 25, lang = 'en', ...range }) => {
    const { sql } = call.db
    const { orgId } = call
    const till = range.till ?? call.now()
    const from = range.from ?? new Date(till.getTime() - usualMs)
    const span = { orgId, alertId, from, till }
    const rows = await occurrencesOf(sql, span, { page, itemsOnPage })
    const ids = rows.map(({ id }) => id)
    const [details, messages] =
      ids.length === 0 ? [[], []] : [await recordDetails(sql, orgId, ids), await messagesOf(sql, orgId, ids)]
    const [detailsOf, messagesIn] = [Map.groupBy(details, ({ recordId }) => recordId), shownMessages(messages)]
    const createdOn = (await createdOnOf(sql, orgId, [alertId])).get(alertId)
    return {
      ...(createdOn !== undefined && { createdOn: createdOn.toISOString() }),
      from: from.toISOString(),
      till: till.toISOString(),
      bars: (await barsOf(sql, span)).map(shownBar),
      occurrences: rows.map((row) => ({
        ...shownBar(row),
        ...(row.how !== null && { how: row.how }),
        ...confirmationOf(row),
        spans: spansOf(detailsOf.get(row.id) ?? [], row.resolvedOn),
        messages: (messagesIn.get(row.id) ?? []).map((one) => shownMessage(one, lang)),
      })),
      total: await countOccurrences(sql, span),
      currentPage: page,
      itemsOnPage,
    }
  },
}

const shownOccurrence = ({ id, startedOn, resolvedOn }: Pick<BarRow, 'id' | 'startedOn' | 'resolvedOn'>) => ({
  id,
  startedOn: startedOn.toISOString(),
  resolvedOn: resolvedOn && resolvedOn.toISOString(),
})

const shownBar = (row: BarRow) => ({ ...shownOccurrence(row), logAs: row.logAs })

const confirmationOf = ({ confirmedOn, confirmedFrom, comment }: OccurrenceRow) =>
  confirmedOn === null
    ? {}
    : { confirmed: { on: confirmedOn.toISOString(), from: confirmedFrom ?? '', ...(comment !== null && { comment }) } }

/** Bits and seconds have no unit of the parameter. */
const plainKinds: ReadonlySet<string> = new Set(['no-data', 'bit-set', 'bit-clear', 'reading-error'])

const shownCondition = (
  { paramId, deviceId, netId, netName, kind, value, holdSec, isTriggered }: RecentCondition,
  param: AlertParamRow,
  reading: LastReading | undefined,
  lang: Language,
) => {
  const { last = null, error = null } = reading ?? {}
  return {
    paramId,
    paramName: textIn(param.name, lang) ?? shownText(param.name),
    deviceId,
    deviceName: param.deviceName,
    netId,
    netName,
    kind,
    limit: plainKinds.has(kind) ? plainNumber(value) : formattedValue(plainNumber(value), param, lang),
    holdSec,
    isTriggered,
    ...(last !== null && {
      value: { text: formattedValue(last.value, param, lang), readOn: new Date(last.readOn).toISOString() },
    }),
    ...(error !== null && { error: { reason: error.reason, on: new Date(error.on).toISOString() } }),
    updatePeriodSec: param.periodSec,
  }
}

const shownMessage = (message: LoggedMessage, lang: Language) => {
  const { id, stage, type, recepient, contact, dueOn, sentOn, state, attempts, reason } = message
  return {
    id,
    stage,
    type,
    to: contact ?? maskedAddress(type, recepient ?? ''),
    dueOn: dueOn.toISOString(),
    sentOn: sentOn && sentOn.toISOString(),
    state,
    attempts,
    ...(reason !== null && state !== 'digested' && { reason: failureText(reason, lang) }),
  }
}

export const deliveriesHandlers: Handlers<typeof deliveries, AlertingNeeds> = {
  undelivered: async ({ db: { sql }, now }, { orgId, lang = 'en' }) => {
    const rows = await undeliveredOf(sql, orgId, now())
    return rows.map(({ id, alertId, name, ...message }) => ({
      id,
      ...(alertId > 0 ? { alertId } : { netId: -alertId }),
      name,
      ...shownUndelivered(message, lang),
    }))
  },

  smsSpending: async ({ db: { sql }, alerting, now }, { orgId }) => {
    const { cost, count, limit } = await smsSpent(sql, orgId, alerting.sms, now())
    const month = now().toISOString().slice(0, 7)
    return { month, cost: Number(cost), count, limit: Number(limit), price: Number(alerting.sms.price) }
  },
}
