import type { Texts } from '../../texts/messages.ts'

type FieldErrorTexts = Texts['alertForm']['wrong']

/** What the service says about a field, with the words for it. */
const known: readonly (readonly [
  pattern: RegExp,
  text: (words: FieldErrorTexts, found: readonly string[]) => string,
])[] = [
  [/^must be a whole number from (\d+) to (\d+)$/, (words, [, min = '', max = '']) => words.whole({ min, max })],
  [/^must have 1-(\d+) characters$/, (words, [, max = '']) => words.length({ max })],
  [/^must have at most (\d+) characters$/, (words, [, max = '']) => words.tooLong({ max })],
  [/^must have at most (\d+) items$/, (words, [, max = '']) => words.tooMany({ max })],
  [/^must have at most (\d+) parameters to be tried out$/, (words, [, max = '']) => words.tooManyToTry({ max })],
  [/^must be more than 0$/, (words) => words.moreThanZero],
  [/^must not be negative$/, (words) => words.negative],
  [/^is unknown$/, (words) => words.unknown],
  [/^is needed: the change/, (words) => words.within],
  [/^is needed/, (words) => words.needed],
  [/^does not fit a parameter that holds text$/, (words) => words.holdsText],
  [/^is not programmable$/, (words) => words.readOnly],
  [/^must be a phone number/, (words) => words.phone],
  [/^must be an e-mail address$/, (words) => words.email],
  [/^must be an address that begins with https/, (words) => words.webhook],
  [/^must be the number of a chat/, (words) => words.telegram],
  [/^must be the address of a topic/, (words) => words.ntfy],
]

/** What is wrong with a field, in the user's language where we have words for it, and else as the service says it. */
export const fieldErrorText = ({ alertForm: { wrong } }: Pick<Texts, 'alertForm'>, message: string): string => {
  for (const [pattern, text] of known) {
    const found = pattern.exec(message)
    if (found !== null) return text(wrong, found)
  }
  return message
}
