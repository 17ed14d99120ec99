import { ApiError } from '../../api/api-error.ts'
import type { Texts } from '../../texts/texts.ts'

/** What went wrong, in the user's language where we have words for it, and else as the service says it. */
export const errorText = ({ errors }: Texts, error: unknown): string => {
  if (!(error instanceof ApiError)) return errors.unknown
  const known = (errors as Readonly<Record<string, string>>)[error.code]
  return known ?? `${errors.unknown} ${error.message}`
}

/** Why a value is missing, in the user's language where we have words for it, and else as the service says it. */
export const reasonText = ({ reasons }: Texts, reason: string): string =>
  (reasons as Readonly<Record<string, string>>)[reason] ?? reason
