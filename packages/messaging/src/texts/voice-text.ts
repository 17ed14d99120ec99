import type { Language, Message, MessagePart } from '../message/message.ts'
import { budgetShort } from './budget-text.ts'
import { compose, holdReasonText } from './compose.ts'
import { placeText, readingText } from './condition-text.ts'
import { byLevel } from './digest-text.ts'
import { plain, shortened } from './plain.ts'
import { spokenTimeText } from './time-text.ts'
import { flappingTexts, isConfirmable, levelText, title, titleWithLevel } from './title.ts'
import { fill, localeOf, type Word, word } from './words.ts'

/** A call is short: names lose their middle, notes their end. */
const nameChars = 60
const noteChars = 200
const digestTitlesMax = 3

const nameOf = (name: string): string => shortened(plain(name), nameChars)

/** To be read aloud: no links, no codes, no signs. */
export const voiceText = (message: Message, publicUrl: string): string => {
  const { language, subject } = compose(message, publicUrl)
  const { alertId, parts } = message
  const [first] = parts
  if (first === undefined) return subject
  const isOver = alertId !== 0 && first.snapshot.resolvedOn !== null
  const needsConfirmation = !isOver && parts.some(isConfirmable)
  return [
    ...(alertId === 0 ? digestParts(message, subject, language) : alertParts(first, message, language)),
    ...(needsConfirmation ? [word(language, 'voice.stop')] : []),
  ]
    .map((part) => part.replace(/[.\s]+$/, ''))
    .join('. ')
}

const alertParts = (part: MessagePart, { lateFrom }: Message, language: Language): string[] => {
  const { conditions, logAs, confirmed, sinceOn, resolvedOn, timeZone, orgName, description, held } = part.snapshot
  const labelled = (key: Word, text: string): string => `${word(language, key)}: ${text}`
  const note = (key: Word, text: string | null | undefined): string[] =>
    text ? [labelled(key, plain(text, noteChars))] : []
  const time = (key: Word, on: number | null): string[] =>
    on === null ? [] : [labelled(key, spokenTimeText(on, timeZone, localeOf(language)))]
  const [first] = conditions
  return [
    title({ ...part, snapshot: { ...part.snapshot, conditions: [] } }, language, nameOf),
    nameOf(orgName),
    ...(logAs === 'none' ? [] : [labelled('label.level', levelText(part.snapshot, language))]),
    ...flappingTexts(part.snapshot, language),
    ...(part.snapshot.budget == null ? [] : [budgetShort(part.snapshot.budget, language)]),
    ...(first === undefined ? [] : [spokenCondition(first, language)]),
    ...(conditions.length > 1 ? [fill(language, 'voice.more', { count: String(conditions.length - 1) })] : []),
    ...(confirmed === null || part.stage !== 'confirmed' ? [] : [labelled('label.confirmed', nameOf(confirmed.from))]),
    ...note('label.comment', confirmed?.comment),
    ...time('label.since', sinceOn),
    ...(held === null ? [] : [labelled('label.held', holdReasonText(held, language, nameOf))]),
    ...time('label.resolved', resolvedOn),
    ...time('label.late', lateFrom),
    ...note('label.description', description),
  ]
}

const spokenCondition = (condition: MessagePart['snapshot']['conditions'][number], language: Language): string => {
  const label = condition.isAlso ? `${word(language, 'label.also')}: ` : ''
  const reading = readingText(condition, language, { isAloud: true })
  const place = placeText(condition, nameOf).replaceAll(' / ', ', ')
  return `${label}${place}${reading === null ? '' : `: ${reading}`}`
}

const digestParts = ({ parts, partCount, outage }: Message, subject: string, language: Language): string[] => {
  const ordered = outage === null ? byLevel(parts) : parts
  const titles = ordered.slice(0, digestTitlesMax).map((one) => titleWithLevel(one, language, nameOf))
  const remaining = partCount - titles.length
  const org = parts.slice(0, 1).map(({ snapshot }) => nameOf(snapshot.orgName))
  return [subject, ...org, ...titles, ...(remaining > 0 ? [`${word(language, 'digest.more')}: ${remaining}`] : [])]
}
