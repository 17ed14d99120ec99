import { plain } from './plain.ts'
import { type Language, wordIfKnown } from './words.ts'

/** Why a message was not sent, or how, in words: `refused: 550 no such user`. What somebody else said follows as they said it. */
export const reasonText = (reason: string, language: Language): string => {
  const [, name = reason, said = ''] = /^([a-z-]+)(?:: (.*))?$/s.exec(reason) ?? []
  const known = wordIfKnown(language, `reason.${name}`)
  if (known === undefined) return plain(reason)
  return said === '' || name === 'digest' ? known : `${known}: ${plain(said)}`
}
