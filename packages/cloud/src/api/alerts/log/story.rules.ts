import type { ConditionKey, LogDetail } from '../../../alerts/alert-state.ts'
import { durationText } from '../../../alerts/delivery/texts/time-text.ts'
import type { AlertRecord, RecordDetail } from '../../../alerts/store/log.sql.ts'
import type { Language } from '../../../texts/texts.ts'
import { formattedValue } from '../../readings/format/formatted-value.ts'
import { messageText } from './message-text.rules.ts'
import type { LoggedCondition, LoggedMessage } from './messages.sql.ts'
import { type LogContext, numberText, paramText } from './naming.rules.ts'
import { isWord, say } from './words.ts'

export interface TimelineEntry {
  date: string
  texts: string[]
}

/** What became of one activation, sentence by sentence; those of one moment together. */
export const story = (
  record: Pick<AlertRecord, 'startedOn' | 'closedOn' | 'how'>,
  details: readonly RecordDetail[],
  messages: readonly LoggedMessage[],
  cast: LogContext,
): TimelineEntry[] => {
  const { lang } = cast
  const { startedOn, closedOn, how } = record
  const lines: { on: Date; text: string }[] = [
    { on: startedOn, text: say(lang, 'started') },
    ...details.map(({ on, detail }) => ({ on, text: detailText(detail, cast) })),
    ...(closedOn === null || how === null ? [] : [{ on: closedOn, text: say(lang, `how.${how}`) }]),
    ...messages.map((message) => ({ on: message.sentOn ?? message.dueOn, text: messageText(message, cast) })),
  ]
  const byTime = Map.groupBy(
    lines.toSorted((one, other) => one.on.getTime() - other.on.getTime()),
    ({ on }) => on.toISOString(),
  )
  return Array.from(byTime, ([date, some]) => ({ date, texts: some.map(({ text }) => text) }))
}

const detailText = (detail: LogDetail, cast: LogContext): string => {
  const { lang } = cast
  switch (detail.what) {
    case 'triggered':
      return triggeredText(detail, cast)
    case 'cleared':
      return detail.paramId === 0
        ? say(lang, 'net-up')
        : say(lang, 'cleared', { param: paramText(detail.paramId, cast), value: valueText(detail, cast) })
    case 'confirmed':
      return [
        detail.comment === null
          ? say(lang, 'confirmed', { from: detail.from })
          : say(lang, 'confirmed-with', { from: detail.from, comment: detail.comment }),
        ...(detail.conditions ? [say(lang, 'true-then', { what: whichText(detail.conditions, cast) })] : []),
      ].join(' ')
    case 'unconfirmed':
      return say(lang, 'unconfirmed', { what: whichText(detail.conditions, cast) })
    case 'muted':
      return mutedText(detail, lang)
    case 'unjudged':
      return say(lang, 'unjudged', { param: paramText(detail.paramId, cast), on: timeText(detail.readOn, lang) })
    case 'escalated':
    case 'unreached':
    case 'late':
    case 'nobody-reached':
    case 'escalation-ended':
      return escalationText(detail, lang)
    case 'flapping':
      return say(lang, 'flapping', { changes: String(detail.changes), span: durationText(detail.minutes * 60, lang) })
    case 'steady':
      return say(lang, detail.isActive ? 'steady.active' : 'steady.over')
    case 'unmuted':
    case 'judged':
    case 'full':
      return say(lang, detail.what)
  }
}

/** Conditions by their parameters and limits. */
const whichText = (conditions: readonly ConditionKey[], cast: LogContext): string =>
  conditions
    .map(({ conditionId, paramId }) => {
      const condition = cast.conditions.get(conditionId)
      return [paramText(paramId, cast), ...(condition ? limitTexts(condition, paramId, cast) : [])].join(', ')
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
      return say(lang, round === 0 ? 'escalated' : 'escalated-again', gaps)
    }
    case 'unreached':
      return say(lang, `unreached.${detail.why}`, { contact: detail.contact })
    case 'late': {
      const { type, contact, sec, next } = detail
      const gaps = { what: say(lang, `type.${type}`, { to: contact }), span: durationText(sec, lang) }
      return next === null
        ? say(lang, 'late-alone', gaps)
        : say(lang, 'late', { ...gaps, next: say(lang, `type.${next}`, { to: contact }) })
    }
    case 'nobody-reached': {
      const { group, step, isLast } = detail
      const who = say(lang, group === null ? 'nobody.step' : 'nobody.group', {
        group: group ?? '',
        step: String(step + 1),
      })
      return isLast ? who : `${who} ${say(lang, 'nobody.next')}`
    }
    case 'escalation-ended':
      return say(lang, 'escalation-ended', { rounds: String(detail.rounds) })
  }
}

const mutedText = ({ why, till, name }: Extract<LogDetail, { what: 'muted' }>, lang: Language): string =>
  say(lang, name !== undefined && why === 'maintenance' ? 'muted.window' : `muted.${why}`, {
    till: timeText(till, lang),
    name: name ?? '',
  })

type ConditionDetail = Extract<LogDetail, { conditionId: number }>

const triggeredText = (detail: ConditionDetail, cast: LogContext): string => {
  const { lang } = cast
  if (detail.paramId === 0) return say(lang, 'net-down')
  const condition = cast.conditions.get(detail.conditionId)
  const param = paramText(detail.paramId, cast)
  if (condition?.kind === 'no-data') return say(lang, 'no-data', { param, hold: durationText(condition.value, lang) })
  if (condition?.kind === 'reading-error' || (condition === undefined && detail.reason !== null))
    return say(lang, 'reading-error', { param, reason: reasonText(detail.reason ?? '', lang) })
  const fact = say(lang, 'is', { param, value: valueText(detail, cast) })
  return condition === undefined ? fact : [fact, ...limitTexts(condition, detail.paramId, cast)].join(', ')
}

const limitTexts = ({ kind, value, holdSec }: LoggedCondition, paramId: number, cast: LogContext): string[] => {
  const { lang } = cast
  const word = `limit.${kind}`
  if (!isWord(word)) return []
  const hold = durationText(holdSec, lang)
  const isOfBit = kind === 'bit-set' || kind === 'bit-clear'
  const limit = isOfBit ? String(value) : numberText(value, paramId, cast)
  const isHeld = holdSec > 0 && kind !== 'change-over'
  return [say(lang, word, { limit, hold }), ...(isHeld ? [say(lang, 'held', { hold })] : [])]
}

const valueText = ({ value, paramId, reason }: ConditionDetail, cast: LogContext): string => {
  if (value !== null) return numberText(value, paramId, cast)
  const none = say(cast.lang, 'value-none')
  return reason === null ? none : `${none} (${reasonText(reason, cast.lang)})`
}

/** The name of a Modbus exception stays as it is. */
const reasonText = (reason: string, lang: Language): string => {
  const word = `reason.${reason}`
  return isWord(word) ? say(lang, word) : reason
}

const timeText = (on: number, lang: Language): string =>
  formattedValue(String(Math.floor(on / 1000)), { valueType: 'unixtime' }, lang)
