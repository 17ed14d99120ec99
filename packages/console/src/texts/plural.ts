import { numberText } from '@busbar/ui/quantity'
import type { Language } from '../state/preferences.ts'

/** The forms that a language needs; with `#` where the number stands. `other` is for fractions in Polish, Russian and Ukrainian. */
type PluralForms<L extends Language> = L extends 'en'
  ? Record<'one' | 'other', string>
  : Record<'one' | 'few' | 'many', string>

/** A text that depends on how many there are. */
export const plural = <L extends Language>(language: L, forms: PluralForms<L>): ((count: number) => string) => {
  const rules = new Intl.PluralRules(language)
  const numbers = numberText(language)
  const texts = forms as Partial<Record<Intl.LDMLPluralRule, string>>
  return (count) => {
    const form = texts[rules.select(count)] ?? texts.other ?? texts.few ?? ''
    return form.replace('#', numbers(count))
  }
}
