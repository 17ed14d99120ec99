import type { ConditionKey, LogDetail } from '@busbar/alerts/model'
import type { AlertRecord, RecordDetail } from '@busbar/alerts/store'
import { durationText, type Language } from '@busbar/messaging/texts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { hasLogText, logText } from './log-texts.ts'
import { messageText } from './message-text.rules.ts'
import type { LoggedCondition, LoggedMessage } from './messages.sql.ts'
import { type LogContext, numberText, paramText } from './naming.rules.ts'

export interface TimelineEntry {
  date: string
  texts: string[]
}

/** Timeline of an alert event, with simultaneous details together. */
export const timelineOf = (
  record: Pick<AlertRecord, 'startedOn' | 'closedOn' | 'how'>,
  details: readonly RecordDetail[],
  messages: readonly LoggedMessage[],
  context: LogContext,
): TimelineEntry[] => {
  const { lang } = context
  const { startedOn, closedOn, how } = record
  const lines: { on: Date; text: string }[] = [
    { on: startedOn, text: logText(lang, 'started') },
    ...details.map(({ on, detail }) => ({ on, text: detailText(detail, context) })),
    ...(closedOn === null || how === null ? [] : [{ on: closedOn, text: logText(lang, `how.${how}`) }]),
    ...messages.map((message) => ({ on: message.sentOn ?? message.dueOn, text: messageText(message, context) })),
  ]
  const byTime = Map.groupBy(
    lines.toSorted((one, other) => one.on.getTime() - other.on.getTime()),
    ({ on }) => on.toISOString(),
  )
  return Array.from(byTime, ([date, some]) => ({ date, texts: some.map(({ text }) => text) }))
}

const detailText = (detail: LogDetail, context: LogContext): string => {
  const { lang } = context
  switch (detail.what) {
    case 'triggered':
      return triggeredText(detail, context)
    case 'cleared':
      return detail.paramId === 0
        ? logText(lang, 'net-up')
        : logText(lang, 'cleared', { param: paramText(detail.paramId, context), value: valueText(detail, context) })
    case 'confirmed':
      return [
        detail.comment === null
          ? logText(lang, 'confirmed', { from: detail.from })
          : logText(lang, 'confirmed-with', { from: detail.from, comment: detail.comment }),
        ...(detail.conditions
          ? [logText(lang, 'true-then', { what: conditionsText(detail.conditions, context) })]
          : []),
      ].join(' ')
    case 'unconfirmed':
      return logText(lang, 'unconfirmed', { what: conditionsText(detail.conditions, context) })
    case 'muted':
      return mutedText(detail, lang)
    case 'unjudged':
      return logText(lang, 'unjudged', { param: paramText(detail.paramId, context), on: timeText(detail.readOn, lang) })
    case 'escalated':
    case 'unreached':
    case 'late':
    case 'nobody-reached':
    case 'escalation-ended':
      return escalationText(detail, lang)
    case 'flapping':
      return logText(lang, 'flapping', {
        changes: String(detail.changes),
        span: durationText(detail.minutes * 60, lang),
      })
    case 'steady':
      return logText(lang, detail.isActive ? 'steady.active' : 'steady.over')
    case 'unmuted':
    case 'judged':
    case 'full':
      return logText(lang, detail.what)
  }
}

/** Conditions by their parameters and limits. */
const conditionsText = (conditions: readonly ConditionKey[], context: LogContext): string =>
  conditions
    .map(({ conditionId, paramId }) => {
      const condition = context.conditions.get(conditionId)
      return [paramText(paramId, context), ...(condition ? limitTexts(condition, paramId, context) : [])].join(', ')
    })
    .join('; ')

type EscalationDetail = Extract<
  LogDetail,
  { what: 'escalated' | 'unreached' | 'late' | 'nobody-reached' | 'escalation-ended' }
>

const escalationText = (detail: EscalationDetail, lang: Language): string => {
  switch (detail.what) {
    case 'escalated': {
      const { step, round, to } = detail
      const gaps = { step: String(step + 1), round: String(round + 1), to: to.join(', ') }
      return logText(lang, round === 0 ? 'escalated' : 'escalated-again', gaps)
    }
    case 'unreached':
      return logText(lang, `unreached.${detail.why}`, { contact: detail.contact })
    case 'late': {
      const { type, contact, sec, next } = detail
      const gaps = { what: logText(lang, `type.${type}`, { to: contact }), span: durationText(sec, lang) }
      return next === null
        ? logText(lang, 'late-alone', gaps)
        : logText(lang, 'late', { ...gaps, next: logText(lang, `type.${next}`, { to: contact }) })
    }
    case 'nobody-reached': {
      const { group, step, isLast } = detail
      const unreachedText = logText(lang, group === null ? 'nobody.step' : 'nobody.group', {
        group: group ?? '',
        step: String(step + 1),
      })
      return isLast ? unreachedText : `${unreachedText} ${logText(lang, 'nobody.next')}`
    }
    case 'escalation-ended':
      return logText(lang, 'escalation-ended', { rounds: String(detail.rounds) })
  }
}

const mutedText = ({ why, till, name }: Extract<LogDetail, { what: 'muted' }>, lang: Language): string =>
  logText(lang, name !== undefined && why === 'maintenance' ? 'muted.window' : `muted.${why}`, {
    till: timeText(till, lang),
    name: name ?? '',
  })

type ConditionDetail = Extract<LogDetail, { conditionId: number }>

const triggeredText = (detail: ConditionDetail, context: LogContext): string => {
  const { lang } = context
  if (detail.paramId === 0) return logText(lang, 'net-down')
  const condition = context.conditions.get(detail.conditionId)
  const param = paramText(detail.paramId, context)
  if (condition?.kind === 'no-data')
    return logText(lang, 'no-data', { param, hold: durationText(condition.value, lang) })
  if (condition?.kind === 'reading-error' || (condition === undefined && detail.reason !== null))
    return logText(lang, 'reading-error', { param, reason: reasonText(detail.reason ?? '', lang) })
  const fact = logText(lang, 'is', { param, value: valueText(detail, context) })
  return condition === undefined ? fact : [fact, ...limitTexts(condition, detail.paramId, context)].join(', ')
}

const limitTexts = ({ kind, value, holdSec }: LoggedCondition, paramId: number, context: LogContext): string[] => {
  const { lang } = context
  const key = `limit.${kind}`
  if (!hasLogText(key)) return []
  const hold = durationText(holdSec, lang)
  const isOfBit = kind === 'bit-set' || kind === 'bit-clear'
  const limit = isOfBit ? String(value) : numberText(value, paramId, context)
  const hasHold = holdSec > 0 && kind !== 'change-over'
  return [logText(lang, key, { limit, hold }), ...(hasHold ? [logText(lang, 'held', { hold })] : [])]
}

const valueText = ({ value, paramId, reason }: ConditionDetail, context: LogContext): string => {
  if (value !== null) return numberText(value, paramId, context)
  const noValue = logText(context.lang, 'value-none')
  return reason === null ? noValue : `${noValue} (${reasonText(reason, context.lang)})`
}

/** The name of a Modbus exception stays as it is. */
const reasonText = (reason: string, lang: Language): string => {
  const key = `reason.${reason}`
  return hasLogText(key) ? logText(lang, key) : reason
}

const timeText = (on: number, lang: Language): string =>
  formattedValue(String(Math.floor(on / 1000)), { valueType: 'unixtime' }, lang)
