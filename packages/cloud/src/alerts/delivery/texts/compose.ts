import { texts } from '../../../texts/texts.ts'
import type { Message, Snapshot, Told, ToldCondition } from '../message.ts'
import { plain } from './plain.ts'
import { timeText } from './time-text.ts'
import { unreachedText, unreachedTitle } from './unreached-text.ts'
import { type Language, word, wordIfKnown } from './words.ts'

/** One line of a message: a name, and what it is. */
export interface Line {
  label: string
  text: string
}

/** One alert in words, plain and without markup. */
export interface Section {
  title: string
  lines: readonly Line[]
  link: string
}

/** A whole message in words; what a channel makes of them is the channel's own. */
export interface Composed {
  language: Language
  subject: string
  intro: string | null
  sections: readonly Section[]
  /** What did not fit. */
  more: string | null
  confirm: Line | null
}

export const compose = (message: Message, publicUrl: string): Composed => {
  const [first] = message.told
  const language = first?.snapshot.language ?? 'en'
  const sections = message.told.map((told) => sectionOf(told, language, publicUrl, message.lateFrom))
  const left = message.toldCount - sections.length
  const isDigest = message.alertId === 0 && message.outage === null
  const { confirmUrl, outage } = message
  return {
    language,
    subject: subjectOf(message, first, language),
    intro: isDigest
      ? word(language, 'digest.intro')
      : outage === null
        ? null
        : word(language, outageKey(message, 'intro')),
    sections,
    more: left > 0 ? `${word(language, 'digest.more')}: ${left}` : null,
    confirm: confirmUrl === null ? null : { label: word(language, 'link.confirm'), text: confirmUrl },
  }
}

const subjectOf = (
  { alertId, outage, toldCount, ...message }: Message,
  first: Told | undefined,
  language: Language,
) => {
  if (outage !== null) return `${word(language, outageKey(message, 'subject'))}: ${plain(outage)} (${toldCount})`
  if (alertId === 0) return `${word(language, 'digest.subject')}: ${toldCount}`
  return first === undefined ? '' : title(first, language)
}

/** Whether it is still to be seen to, or told afterwards. */
const outageKey = ({ stage }: Pick<Message, 'stage'>, what: 'subject' | 'intro'): string =>
  stage === 'active' || stage === 'not-confirmed' ? `outage.${what}` : `outage.${what}-after`

export const title = ({ stage, snapshot, unreached }: Told, language: Language): string =>
  unreached != null
    ? unreachedTitle(unreached, snapshot, language)
    : `${word(language, `stage.${stage}`)}${overText(stage, snapshot, language)}: ${plain(snapshot.alertName)}`

/** Of what is over when it is told. */
const overText = (stage: Told['stage'], { resolvedOn }: Snapshot, language: Language): string =>
  stage === 'resolved' || resolvedOn === null ? '' : ` (${word(language, 'stage.over-by-now')})`

export const consoleLink = (alertId: number, publicUrl: string): string => `${publicUrl}/alerts/${alertId}`

export const sectionOf = (
  told: Told,
  language: Language,
  publicUrl: string,
  lateFrom: number | null = null,
): Section => {
  const { snapshot } = told
  const line = (key: string, text: string): Line => ({ label: word(language, key), text })
  return {
    title: title(told, language),
    lines: [
      ...(told.unreached == null ? [] : [line('label.unreached', unreachedText(told.unreached, language))]),
      line('label.what', plain(snapshot.alertName)),
      ...(snapshot.logAs === 'none' ? [] : [line('label.level', levelText(snapshot, language))]),
      ...snapshot.conditions.flatMap((condition) => [
        line('label.where', placeText(condition)),
        ...(condition.param === null
          ? []
          : [line('label.value', `${valueText(condition, language)}${limitText(condition, language)}`)]),
      ]),
      line('label.since', timeText(snapshot.sinceOn, snapshot.timeZone)),
      ...(snapshot.confirmed === null ? [] : [line('label.confirmed', confirmedText(snapshot.confirmed, snapshot))]),
      ...(snapshot.confirmed?.comment ? [line('label.comment', plain(snapshot.confirmed.comment))] : []),
      ...(snapshot.resolvedOn === null
        ? []
        : [line('label.resolved', timeText(snapshot.resolvedOn, snapshot.timeZone))]),
      ...(lateFrom === null ? [] : [line('label.late', timeText(lateFrom, snapshot.timeZone))]),
      line('label.organization', plain(snapshot.orgName)),
      ...(snapshot.description === null
        ? []
        : [line('label.description', plain(snapshot.description, descriptionCharsMax))]),
    ],
    link: consoleLink(told.alertId, publicUrl),
  }
}

/** Enough for what to do first; the rest is in the console. */
const descriptionCharsMax = 1000

export const levelText = ({ logAs }: Snapshot, language: Language): string =>
  texts[language][`alert-level.${logAs}`] ?? logAs

const confirmedText = ({ on, from }: { on: number; from: string }, { timeZone }: Snapshot): string =>
  `${plain(from)}, ${timeText(on, timeZone)}`

export const placeText = ({ net, device, param }: ToldCondition): string =>
  [net, device, param]
    .filter((name) => name !== null)
    .map((name) => plain(name))
    .join(' / ')

const digitsMax = 12

/** With its unit; without a value, the reason. */
export const valueText = ({ value, unit, precision, reason }: ToldCondition, language: Language): string => {
  if (value !== null && reason === null) {
    const digits = precision === null ? String(Number(value.toPrecision(digitsMax))) : value.toFixed(precision)
    return unit === null || unit === '' ? digits : `${digits} ${plain(unit)}`
  }
  const none = word(language, 'value.none')
  if (reason === null) return none
  return `${none} (${wordIfKnown(language, `value.${reason}`) ?? plain(reason)})`
}

const signs: Readonly<Partial<Record<ToldCondition['kind'], string>>> = {
  g: '>',
  ge: '≥',
  l: '<',
  le: '≤',
  eq: '=',
  neq: '≠',
}

/** Beside the value, what it was compared with: a limit, the number of a bit, a change, or for how long nothing came. */
export const limitText = ({ kind, limit }: ToldCondition, language: Language): string => {
  const sign = signs[kind] ?? wordIfKnown(language, `limit.${kind}`)
  return sign === undefined ? '' : ` (${sign} ${Number(limit.toPrecision(digitsMax))})`
}
