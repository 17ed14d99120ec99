import type { Language } from '../../texts/texts.ts'
import { fullName, type NameParts } from '../params/names.rules.ts'
import { textIn } from './format/text-in.ts'

/** A parameter's full name in a language, as far as there is a name in it. */
export const nameIn = (named: NameParts, lang: Language): string => {
  const own = textIn(named.name, lang)
  return fullName(own === undefined ? named : { ...named, name: { en: own } })
}
