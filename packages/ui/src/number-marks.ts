export interface NumberMarks {
  decimal: string
  /** Digits above the thousands are grouped in pairs, as in India. */
  hasPairs: boolean
}

const known = new Map<string, NumberMarks>()

/** How a language writes numbers. */
export function numberMarks(locale: string): NumberMarks {
  const found = known.get(locale)
  if (found !== undefined) return found
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567)
  const marks = {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    hasPairs: parts.filter(({ type }) => type === 'integer').at(-2)?.value.length === 2,
  }
  known.set(locale, marks)
  return marks
}
