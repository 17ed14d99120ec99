import type { Language, Message, MessagePart, Snapshot } from '../message/message.ts'
import { budgetLines } from './budget-text.ts'
import { placeText, readingText } from './condition-text.ts'
import { type DigestGroup, digestGroups, digestSubject } from './digest-text.ts'
import { plain } from './plain.ts'
import { timeText } from './time-text.ts'
import { flappingTexts, levelText, partLink, title, unreachedText } from './title.ts'
import { type Word, word } from './words.ts'

/** A line of a message: a label and its text. */
export interface Line {
  label: string
  text: string
}

/** Text about one alert, without markup. */
export interface Section {
  title: string
  lines: readonly Line[]
  link: string
}

/** A whole message in words; what a channel makes of them is the channel's own. */
export interface ComposedMessage {
  language: Language
  subject: string
  intro: string | null
  /** In a digest there are groups instead. */
  sections: readonly Section[]
  groups: readonly DigestGroup[]
  /** Note about sections that did not fit. */
  more: string | null
  /** Link to the console's list of all alerts of a digest; in other messages each section has its own link. */
  console: Line | null
  confirm: Line | null
}

export const compose = (message: Message, publicUrl: string): ComposedMessage => {
  const [first] = message.parts
  const language = first?.snapshot.language ?? 'en'
  const isDigest = message.alertId === 0 && message.outage === null
  const sections = isDigest ? [] : message.parts.map((part) => sectionOf(part, language, publicUrl, message.lateFrom))
  const remaining = message.partCount - message.parts.length
  const { confirmUrl, outage } = message
  return {
    language,
    subject: subjectOf(message, first, language),
    intro: isDigest
      ? `${word(language, 'digest.intro')} ${word(language, 'label.organization')}: ${plain(first?.snapshot.orgName ?? '')}`
      : outage === null
        ? null
        : word(language, outageKey(message, 'intro')),
    sections,
    groups: isDigest ? digestGroups(message.parts, language, publicUrl) : [],
    console: isDigest ? { label: word(language, 'link.console'), text: `${publicUrl}/alerts` } : null,
    more: remaining > 0 ? `${word(language, 'digest.more')}: ${remaining}` : null,
    confirm: confirmUrl === null ? null : { label: word(language, 'link.confirm'), text: confirmUrl },
  }
}

const subjectOf = (message: Message, first: MessagePart | undefined, language: Language) => {
  const { alertId, outage, partCount } = message
  if (outage !== null) return `${word(language, outageKey(message, 'subject'))}: ${plain(outage)} (${partCount})`
  if (alertId === 0) return digestSubject(message, language)
  return first === undefined ? '' : title(first, language)
}

/** Selects the text by the stage: an ongoing outage, or a later report. */
const outageKey = ({ stage, isOfParent }: Pick<Message, 'stage' | 'isOfParent'>, what: 'subject' | 'intro'): Word =>
  isOfParent
    ? `parent.${what}`
    : stage === 'active' || stage === 'not-confirmed'
      ? `outage.${what}`
      : `outage.${what}-after`

export const sectionOf = (
  part: MessagePart,
  language: Language,
  publicUrl: string,
  lateFrom: number | null = null,
): Section => {
  const { snapshot } = part
  const line = (key: Word, text: string): Line => ({ label: word(language, key), text })
  return {
    title: title(part, language),
    lines: [
      ...(part.unreached == null ? [] : [line('label.unreached', unreachedText(part.unreached, language))]),
      line('label.what', plain(snapshot.alertName)),
      ...(snapshot.logAs === 'none' ? [] : [line('label.level', levelText(snapshot, language))]),
      ...snapshot.conditions.flatMap((condition) => [
        line(condition.isAlso ? 'label.also' : 'label.where', placeText(condition)),
        ...textsOf(readingText(condition, language)).map((text) => line('label.value', text)),
      ]),
      ...(snapshot.budget == null
        ? []
        : budgetLines(snapshot.budget, language).map(({ key, text }) => line(key, text))),
      ...flappingTexts(snapshot, language).map((text) => line('label.flapping', text)),
      line('label.since', timeText(snapshot.sinceOn, snapshot.timeZone)),
      ...(snapshot.held === null ? [] : [line('label.held', holdText(snapshot.held, snapshot.timeZone, language))]),
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
    link: partLink(part, publicUrl),
  }
}

/** `maintenance “Pump service”, <from> - <till>`: who reads it knows why it comes only now. */
const holdText = (
  { why, name, on, till }: NonNullable<Snapshot['held']>,
  timeZone: string,
  language: Language,
): string => `${holdReasonText({ why, name }, language)}, ${timeText(on, timeZone)} - ${timeText(till, timeZone)}`

export const holdReasonText = (
  { why, name }: Pick<NonNullable<Snapshot['held']>, 'why' | 'name'>,
  language: Language,
  nameOf: (name: string) => string = plain,
): string => `${word(language, `held.${why}`)}${name === null ? '' : ` “${nameOf(name)}”`}`

/** Enough for what to do first; the rest is in the console. */
const descriptionCharsMax = 1000

const confirmedText = ({ on, from }: { on: number; from: string }, { timeZone }: Snapshot): string =>
  `${plain(from)}, ${timeText(on, timeZone)}`

const textsOf = (text: string | null): string[] => (text === null ? [] : [text])
