import type { Texts } from '../texts/texts.ts'

/** What went wrong, in words; the gateway's own where there are none for it. */
export const errorText = ({ errors }: Texts, error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  const known: Readonly<Record<string, string>> = errors
  return known[code ?? ''] ?? `${errors.other} ${message ?? String(error)}`
}
