import type { Language } from '../../../texts/texts.ts'
import { fullName, type NameParts } from '../../params/names.rules.ts'
import { textIn } from './text-in.ts'

/** A parameter's full name in a language, as far as there is a name in it. */
export const nameIn = (parts: NameParts, lang: Language): string => {
  const name = textIn(parts.name, lang)
  return fullName(name === undefined ? parts : { ...parts, name: { en: name } })
}
