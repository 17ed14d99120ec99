import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Texts } from '../../texts/messages.ts'

export type BackTest = Extract<AnswerOf<'backTest', 'run'>, { result: 'success' }>
export type Occurrence = BackTest['episodes'][number]

export interface Span {
  from: number
  till: number
}

/** A bar of the strip, in parts of its width. */
export interface Bar {
  x: number
  width: number
}

/** Thinner bars cannot be seen. */
const widthMin = 0.004

/** Returns the position of an alert event on a strip of `span`; an ongoing one reaches its end. */
export const barOf = ({ startedOn, resolvedOn }: Occurrence, { from, till }: Span): Bar => {
  const part = (on: number): number => Math.min(1, Math.max(0, (on - from) / (till - from)))
  const start = part(Date.parse(startedOn))
  const end = resolvedOn === undefined ? 1 : part(Date.parse(resolvedOn))
  const width = Math.max(widthMin, end - start)
  return { x: Math.min(start, 1 - width), width }
}

/** How long it would have been active in all. */
export const activeMs = (occurrences: readonly Occurrence[], till: number): number =>
  occurrences.reduce((sum, { startedOn, resolvedOn }) => {
    const end = resolvedOn === undefined ? till : Date.parse(resolvedOn)
    return sum + Math.max(0, end - Date.parse(startedOn))
  }, 0)

type AlertFormTexts = Texts['alertForm']

/** Warnings of the service, each with its translation. */
const patterns: readonly (readonly [RegExp, (words: AlertFormTexts, found: readonly string[]) => string])[] = [
  [/^there are none/, ({ warnings }) => warnings.noConditions],
  [/^nobody is told/, ({ warnings }) => warnings.nobody],
  [
    /^the installation has no provider for ([\w-]+)$/,
    ({ warnings, channels }, [, channel = '']) =>
      warnings.noProvider({ channel: Object.entries(channels).find(([name]) => name === channel)?.[1] ?? channel }),
  ],
  [/^sms is switched off/, ({ warnings }) => warnings.smsOff],
  [/^is never true: .* from (\S+) to (\S+)$/, ({ warnings }, [, min = '', max = '']) => warnings.never({ min, max })],
  [/^is always true: .* from (\S+) to (\S+)$/, ({ warnings }, [, min = '', max = '']) => warnings.always({ min, max })],
]

/** `conditions.0.value: is never true: ...`, in the user's language where we have words for it, and else as the service says it. */
export const warningText = ({ alertForm: words }: Pick<Texts, 'alertForm'>, warning: string): string => {
  const [, list = '', place = '', message = warning] = /^(\w+)(?:\.(\d+))?(?:\.\w+)?: (.*)$/.exec(warning) ?? []
  const name = { conditions: words.condition, actions: words.action, followUps: words.followUp }[list]
  const [pattern, text] = patterns.find(([one]) => one.test(message)) ?? []
  const shown = pattern && text ? text(words, pattern.exec(message) ?? []) : message
  return place === '' || name === undefined ? shown : `${name({ place: Number(place) + 1 })}: ${shown}`
}
