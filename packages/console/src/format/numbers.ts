/** Does not break, and is narrower than a space: 1 154. */
const thousands = '\u202f'
const minus = '\u2212'

type NumberText = (value: number | string) => string

/** Numbers as a language has them, but for what is the same everywhere: a thin space in thousands, and a true minus. */
export const numberText = (locale: string, options: Intl.NumberFormatOptions = {}): NumberText => {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options })
  return (value) =>
    format
      // Text is exact where a number is not.
      .formatToParts(value as number)
      .map(({ type, value: text }) => (type === 'group' ? thousands : type === 'minusSign' ? minus : text))
      .join('')
}
