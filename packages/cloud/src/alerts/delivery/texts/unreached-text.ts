import type { Snapshot } from '../message.ts'
import type { Unreached } from '../snapshot.ts'
import { plain } from './plain.ts'
import { reasonText } from './reason-text.ts'
import { type Language, word } from './words.ts'

/** `Not reached by SMS: +48600100200 (Too hot)`. */
export const unreachedTitle = (
  { type, to }: Unreached,
  { alertName }: Pick<Snapshot, 'alertName'>,
  language: Language,
): string => [`${word(language, `unreached.${type}`)}:`, plain(to), `(${plain(alertName)})`].filter(Boolean).join(' ')

/** Who, and why. */
export const unreachedText = ({ type, to, reason }: Unreached, language: Language): string =>
  [word(language, `unreached.${type}`), plain(to), reasonText(reason, language)].filter(Boolean).join(': ')
