import { logLevels } from '@busbar/alerts/model'
import type { Language, Message, MessagePart } from '../message/message.ts'
import { placeText, readingText } from './condition-text.ts'
import { plain } from './plain.ts'
import { timeText } from './time-text.ts'
import { partLink, stageAndLevel, titleWithLevel } from './title.ts'
import { type Word, word } from './words.ts'

/** Messages of one network, a line each. */
export interface DigestGroup {
  title: string
  lines: readonly { text: string; link: string }[]
}

/** Maximum number of message types in the subject; each line has its own. */
const kindsMax = 4

const rank = ({ snapshot: { logAs } }: MessagePart): number => logLevels.indexOf(logAs)

/** The gravest first, and of those the earliest. */
export const byLevel = (parts: readonly MessagePart[]): MessagePart[] =>
  parts.toSorted((one, other) => rank(other) - rank(one))

/** `Alerts in ten minutes: 44 (Alert, Failure: 30; Over, Failure: 14)`. */
export const digestSubject = ({ parts, partCount }: Message, language: Language): string => {
  const kinds = Map.groupBy(byLevel(parts), (one) => stageAndLevel(one, language))
  const shown = Array.from(kinds, ([kind, some]) => `${kind}: ${some.length}`).slice(0, kindsMax)
  const isAll = kinds.size <= kindsMax && parts.length === partCount
  const text = `${shown.join('; ')}${isAll ? '' : '; ..'}`
  return `${word(language, 'digest.subject')}: ${partCount}${shown.length === 0 ? '' : ` (${text})`}`
}

/** Groups messages by network, those with the most severe alerts first. */
export const digestGroups = (parts: readonly MessagePart[], language: Language, publicUrl: string): DigestGroup[] => {
  const nets = Map.groupBy(
    byLevel(parts),
    ({ snapshot: { conditions, budget } }) => conditions[0]?.net ?? budget?.place ?? '',
  )
  return Array.from(nets, ([net, some]) => ({
    title: plain(net),
    lines: some.map((one) => ({ text: digestLine(one, language), link: partLink(one, publicUrl) })),
  }))
}

const digestLine = (part: MessagePart, language: Language): string => {
  const { conditions, sinceOn, resolvedOn, confirmed, timeZone, description } = part.snapshot
  const [first] = conditions
  const reading = first && readingText(first, language)
  const others = conditions.length > 1 ? ` (+${conditions.length - 1})` : ''
  const labelled = (key: Word, text: string): string => `${word(language, key)}: ${text}`
  return [
    titleWithLevel(part, language),
    // The network stands above it.
    ...(first && reading ? [`${placeText({ ...first, net: null })}: ${reading}${others}`] : []),
    labelled('label.since', timeText(sinceOn, timeZone)),
    ...(resolvedOn === null ? [] : [labelled('label.resolved', timeText(resolvedOn, timeZone))]),
    ...(confirmed === null ? [] : [labelled('label.confirmed', plain(confirmed.from))]),
    ...(confirmed?.comment ? [labelled('label.comment', plain(confirmed.comment))] : []),
    ...(description === null ? [] : [labelled('label.description', plain(description))]),
  ].join('. ')
}
