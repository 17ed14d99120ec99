import type { Texts } from '../texts/texts.ts'

/** Why a value is missing, in the user's language where we have words for it, and else as the service says it. */
export const reasonText = ({ reasons }: Texts, reason: string): string =>
  (reasons as Readonly<Record<string, string>>)[reason] ?? reason
