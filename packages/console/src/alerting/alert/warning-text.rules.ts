import type { Texts } from '../../texts/messages.ts'

type AlertFormTexts = Texts['alertForm']

/** What the service says of what will not work, with the words for it. */
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
