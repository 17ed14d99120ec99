import { ApiError } from '../../data/api/api-error.ts'
import { isMaybeDone } from '../../readings/values/write.rules.ts'
import type { Texts } from '../../texts/messages.ts'
import { errorText } from '../../ui/feedback/error-text.ts'

/** Describes a write whose request failed. Where no usable response came, the device may have executed it. */
export const writeFailure = (texts: Texts, error: unknown): { text: string; tone: 'warning' | 'critical' } => {
  const isUnclear = error instanceof ApiError && isMaybeDone(error)
  const text = errorText(texts, error)
  return isUnclear ? { text: `${texts.registers.unclear} ${text}`, tone: 'warning' } : { text, tone: 'critical' }
}
