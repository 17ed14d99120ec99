import { ApiError } from '../../data/api/api-error.ts'
import type { FirstTexts, Texts } from '../../texts/messages.ts'

/** Returns an error message in the user's language if it is translated, otherwise as the service reports it. */
export const errorText = ({ errors }: FirstTexts, error: unknown): string => {
  if (!(error instanceof ApiError)) return errors.unknown
  const known = (errors as Readonly<Record<string, string>>)[error.code]
  return known ?? `${errors.unknown} ${error.message}`
}

/** The same for signing in by a provider: what is wrong with one only the service can say. */
export const providerErrorText = (texts: FirstTexts, error: unknown): string => {
  const isToldThere = error instanceof ApiError && ['ProviderWrong', 'NotAuthorized'].includes(error.code)
  return isToldThere ? error.message : errorText(texts, error)
}

/** Why a value is missing, in the user's language where we have words for it, and else as the service says it. */
export const reasonText = ({ reasons }: Texts, reason: string): string =>
  (reasons as Readonly<Record<string, string>>)[reason] ?? reason
