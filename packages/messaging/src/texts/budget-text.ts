import { createQuantityFormat } from '@busbar/ui/quantity'
import type { BudgetNotice, Language } from '../message/message.ts'
import { plain } from './plain.ts'
import { fill, localeOf, type Word, word } from './words.ts'

/** `Hall 2: November 2026 will end 12% above plan`. */
export const budgetTitle = (
  { news, month, percent }: BudgetNotice,
  name: string,
  language: Language,
  nameOf: (name: string) => string,
): string =>
  fill(language, `budget.${news}`, {
    name: nameOf(name),
    month: monthText(month, language),
    percent: String(percent),
  })

/** Lines of a mail about a budget, with the keys of their labels. */
export const budgetLines = (budget: BudgetNotice, language: Language): { key: Word; text: string }[] => [
  { key: 'label.where', text: plain(budget.place) },
  { key: 'label.plan', text: withUnit(budget.plan, budget, language) },
  { key: 'label.so-far', text: withUnit(budget.soFar, budget, language) },
  { key: 'label.expected', text: withUnit(budget.expected, budget, language) },
  { key: 'label.method', text: word(language, 'budget.method') },
]

/** The same in one line, where there is little room. */
export const budgetShort = (budget: BudgetNotice, language: Language): string =>
  fill(language, 'budget.short', {
    place: plain(budget.place),
    plan: withUnit(budget.plan, budget, language),
    soFar: withUnit(budget.soFar, budget, language),
    expected: withUnit(budget.expected, budget, language),
  })

/** The alphabet of SMS has no long dash. */
const withUnit = (value: string | null, { unit }: BudgetNotice, language: Language): string => {
  if (value === null) return '-'
  const decimals = value.split('.')[1]?.length ?? 0
  const format = createQuantityFormat(localeOf(language), { isPlain: true })
  return format.quantity(value, { unit: plain(unit), decimals: { min: decimals, max: decimals } })
}

const monthText = (month: string, language: Language): string => {
  const on = Date.parse(`${month}-01`)
  if (Number.isNaN(on)) return plain(month)
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(on).replaceAll(/[\u00a0\u202f]/g, ' ')
}
