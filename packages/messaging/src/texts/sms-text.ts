import type { Language, Message, MessagePart } from '../message/message.ts'
import { isGsm7 } from '../smpp/gsm7.ts'
import { smsCount } from '../smpp/parts.rules.ts'
import { budgetShort } from './budget-text.ts'
import { type ComposedMessage, compose, holdReasonText } from './compose.ts'
import { placeText, readingText } from './condition-text.ts'
import { byLevel } from './digest-text.ts'
import { plain, shortened } from './plain.ts'
import { shortTimeText } from './time-text.ts'
import { flappingTexts, isConfirmable, levelText, partLink, title, titleWithLevel, unreachedText } from './title.ts'
import { type Word, word } from './words.ts'

/** Maximum number of parts of an SMS. */
export const smsPartsMax = 5
const digestTitlesMax = 3
const unreachedChars = 60

/** How much room there is: for each name, for a description and a comment, and whether all lines may stay. */
interface LengthLimits {
  nameChars: number
  noteChars: number
  isBare: boolean
}

/**
 * Limits that are applied in this order until the SMS has few enough parts: names lose their middle and notes their
 * end, numbers and units stay complete.
 */
const limitsInTurn: readonly LengthLimits[] = [
  { nameChars: 40, noteChars: 100, isBare: false },
  { nameChars: 24, noteChars: 60, isBare: false },
  { nameChars: 16, noteChars: 30, isBare: false },
  { nameChars: 10, noteChars: 0, isBare: false },
  { nameChars: 8, noteChars: 0, isBare: true },
]

/**
 * Short: what, how grave, where, value with its limit, since when, what to do about it, where to look and to mute, and how to confirm by
 * an answer.
 */
export const smsText = (message: Message, publicUrl: string, canReply: boolean): string => {
  const composed = compose(message, publicUrl)
  let text = ''
  for (const limits of limitsInTurn) {
    text = asGsm7(linesOf(message, composed, publicUrl, canReply, limits).join('\n'))
    if (smsCount(text) <= smsPartsMax) break
  }
  return text
}

const linesOf = (
  message: Message,
  { language, subject }: Pick<ComposedMessage, 'language' | 'subject'>,
  publicUrl: string,
  canReply: boolean,
  limits: LengthLimits,
): string[] => {
  const { alertId, outage, parts } = message
  const [first] = parts
  if (first === undefined) return [subject]
  const isOver = alertId !== 0 && first.snapshot.resolvedOn !== null
  const needsConfirmation = !isOver && isConfirmable(first)
  const isAnswered = canReply && needsConfirmation && (alertId !== 0 || outage !== null)
  const link = alertId === 0 ? `${publicUrl}/alerts` : partLink(first, publicUrl)
  return [
    ...(alertId === 0 ? digestLines(message, subject, language, limits) : alertLines(first, message, language, limits)),
    needsConfirmation ? `${word(language, 'sms.stop')}: ${link}` : link,
    ...(isAnswered ? [`${word(language, 'sms.reply')} ${message.id}`] : []),
  ]
}

const alertLines = (part: MessagePart, { lateFrom }: Message, language: Language, limits: LengthLimits): string[] => {
  const { conditions, logAs, confirmed, sinceOn, resolvedOn, timeZone, orgName, description, held } = part.snapshot
  const { nameChars, noteChars, isBare } = limits
  const nameOf = (name: string): string => shortened(plain(name), nameChars)
  const labelled = (key: Word, text: string): string => `${word(language, key)}: ${text}`
  const note = (key: Word, text: string | null | undefined): string[] =>
    text && noteChars > 0 ? [labelled(key, plain(text, noteChars))] : []
  const time = (key: Word, on: number | null): string[] =>
    on === null ? [] : [labelled(key, shortTimeText(on, timeZone))]
  return [
    // The condition that followed the first message comes first.
    title({ ...part, snapshot: { ...part.snapshot, conditions: [] } }, language, nameOf),
    ...(part.unreached == null ? [] : [plain(unreachedText(part.unreached, language), unreachedChars)]),
    // A recipient of SMS may belong to several organizations.
    ...(isBare ? [] : [nameOf(orgName)]),
    ...(logAs === 'none' ? [] : [labelled('label.level', levelText(part.snapshot, language))]),
    ...flappingTexts(part.snapshot, language),
    ...(part.snapshot.budget == null ? [] : [budgetShort(part.snapshot.budget, language)]),
    ...conditionLines(conditions, language, nameOf, isBare),
    ...(confirmed === null || part.stage !== 'confirmed' ? [] : [labelled('label.confirmed', nameOf(confirmed.from))]),
    ...note('label.comment', confirmed?.comment),
    ...time('label.since', sinceOn),
    ...(held === null || isBare ? [] : [labelled('label.held', holdReasonText(held, language, nameOf))]),
    ...time('label.resolved', resolvedOn),
    ...(isBare ? [] : time('label.late', lateFrom)),
    ...note('label.description', description),
  ]
}

/** The first, and how many there are besides. */
const conditionLines = (
  conditions: MessagePart['snapshot']['conditions'],
  language: Language,
  nameOf: (name: string) => string,
  isShort: boolean,
): string[] => {
  const [first] = conditions
  if (first === undefined) return []
  const reading = readingText(first, language, { isShort })
  const label = first.isAlso ? `${word(language, 'label.also')}: ` : ''
  const others = conditions.length > 1 ? ` (+${conditions.length - 1})` : ''
  return [`${label}${placeText(first, nameOf)}${reading === null ? '' : `: ${reading}`}${others}`]
}

/** The gravest, and how many there are besides. */
const digestLines = (
  { parts, partCount, outage }: Message,
  subject: string,
  language: Language,
  { nameChars, isBare }: LengthLimits,
): string[] => {
  const nameOf = (name: string): string => shortened(plain(name), nameChars)
  const ordered = outage === null ? byLevel(parts) : parts
  const titles = ordered.slice(0, isBare ? 1 : digestTitlesMax).map((one) => titleWithLevel(one, language, nameOf))
  const remaining = partCount - titles.length
  return [
    outage === null ? subject : subject.replace(plain(outage), () => nameOf(outage)),
    ...parts.slice(0, 1).map(({ snapshot }) => nameOf(snapshot.orgName)),
    ...titles,
    ...(remaining > 0 ? [`${word(language, 'digest.more')}: ${remaining}`] : []),
  ]
}

const gsm7Substitutes: Readonly<Record<string, string>> = {
  '°': 'deg',
  '²': '2',
  '³': '3',
  µ: 'u',
  '…': '..',
  '’': "'",
  '“': '"',
  '”': '"',
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
}

/**
 * Replaces characters that the SMS alphabet lacks, if only those prevent it: a single one would double the length of
 * the message. For temperatures the letter is enough.
 */
const asGsm7 = (text: string): string => {
  const replaced = text.replaceAll(/°(?=[CF]\b)/g, '').replaceAll(/[°²³µ…’≥≤≠]/g, (sign) => gsm7Substitutes[sign] ?? '')
  return isGsm7(replaced) ? replaced : text
}
