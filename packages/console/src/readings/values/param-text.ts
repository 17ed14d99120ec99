import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Language } from '../../data/state/preferences.ts'

type ParamText = AnswerOf<'devices', 'params'>[number]['name']

/** A text of a parameter in the user's language, or in English. */
export const paramText = (text: ParamText, language: Language): string =>
  typeof text === 'string' ? text : (text[language] ?? text.en)
