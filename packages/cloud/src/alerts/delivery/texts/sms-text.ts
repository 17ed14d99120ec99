import type { Message } from '../message.ts'
import { isGsm7 } from '../smpp/gsm7.ts'
import { compose, consoleLink, levelText, limitText, placeText, title, valueText } from './compose.ts'
import { plain } from './plain.ts'
import { timeText } from './time-text.ts'
import { unreachedText } from './unreached-text.ts'
import { type Language, word } from './words.ts'

const placeCharsMax = 60
const titleCharsMax = 60
const digestCharsMax = 40
const digestTitlesMax = 3

/** Short: what, how grave, where, value with its limit, since when, where to look, and how to confirm by an answer. */
export const smsText = (message: Message, publicUrl: string, isAnswerHeard: boolean): string => {
  const { language, subject } = compose(message, publicUrl)
  const [first] = message.told
  if (first === undefined) return subject
  const parts = partsOf(message, subject, language)
  const isOver = message.alertId !== 0 && first.snapshot.resolvedOn !== null
  const isConfirmable = !isOver && (first.stage === 'active' || first.stage === 'not-confirmed')
  const link = message.alertId === 0 ? `${publicUrl}/alerts` : consoleLink(message.alertId, publicUrl)
  const reply = isAnswerHeard && isConfirmable && (message.alertId !== 0 || message.outage !== null)
  return cheap([...parts, link, ...(reply ? [`${word(language, 'sms.reply')} ${message.id}`] : [])].join('\n'))
}

/** To be read aloud: no links, no codes. */
export const voiceText = (message: Message, publicUrl: string): string => {
  const { language, subject } = compose(message, publicUrl)
  const isDigest = message.alertId === 0 && message.outage === null
  const parts = isDigest ? [subject] : partsOf(message, subject, language)
  return parts.join('. ')
}

const partsOf = (message: Message, subject: string, language: Language): string[] =>
  message.alertId === 0 ? digestParts(message, subject, language) : alertParts(message, language)

const alertParts = ({ told: [told], lateFrom }: Message, language: Language): string[] => {
  if (told === undefined) return []
  const { conditions, logAs, confirmed, sinceOn, resolvedOn, timeZone, orgName } = told.snapshot
  const [first] = conditions
  const value =
    first === undefined || first.param === null
      ? ''
      : `: ${short(valueText(first, language), placeCharsMax)}${limitText(first, language)}`
  const others = conditions.length > 1 ? ` (+${conditions.length - 1})` : ''
  return [
    short(title(told, language), titleCharsMax),
    ...(told.unreached == null ? [] : [short(unreachedText(told.unreached, language), placeCharsMax)]),
    // Who is told by SMS may be told by several.
    short(plain(orgName), placeCharsMax),
    ...(logAs === 'none' ? [] : [`${word(language, 'label.level')}: ${levelText(told.snapshot, language)}`]),
    ...(first === undefined ? [] : [`${short(placeText(first), placeCharsMax)}${value}${others}`]),
    ...(confirmed?.comment
      ? [`${word(language, 'label.comment')}: ${short(plain(confirmed.comment), placeCharsMax)}`]
      : []),
    `${word(language, 'label.since')}: ${timeText(sinceOn, timeZone)}`,
    ...(resolvedOn === null ? [] : [`${word(language, 'label.resolved')}: ${timeText(resolvedOn, timeZone)}`]),
    ...(lateFrom === null ? [] : [`${word(language, 'label.late')}: ${timeText(lateFrom, timeZone)}`]),
  ]
}

const digestParts = ({ told, toldCount }: Message, subject: string, language: Language): string[] => {
  const titles = told.slice(0, digestTitlesMax).map((one) => short(title(one, language), digestCharsMax))
  const left = toldCount - titles.length
  return [subject, ...titles, ...(left > 0 ? [`${word(language, 'digest.more')}: ${left}`] : [])]
}

const short = (text: string, charsMax: number): string => {
  const chars = Array.from(text)
  return chars.length <= charsMax ? text : `${chars.slice(0, charsMax - 2).join('')}..`
}

const likeness: Readonly<Record<string, string>> = {
  '°': '',
  '²': '2',
  '³': '3',
  µ: 'u',
  '…': '..',
  '’': "'",
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
}

/** One sign that the alphabet of SMS lacks makes a message twice as long: where only such signs stand in the way, they are left out. */
const cheap = (text: string): string => {
  const plainer = text.replaceAll(/[°²³µ…’≥≤≠]/g, (sign) => likeness[sign] ?? '')
  return isGsm7(plainer) ? plainer : text
}
