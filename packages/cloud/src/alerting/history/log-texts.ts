import type { Language } from '@busbar/messaging/texts'
import { fill, type MessageValues } from '@busbar/ui/messages'
import type { Texts } from '../../texts/messages.ts'
import { texts } from '../../texts/texts.ts'

export type LogText = keyof Texts['alertLog']

/** A sentence of the log with its arguments. */
export const logText = (lang: Language, key: LogText, values: MessageValues = {}): string =>
  fill(texts[lang].alertLog[key], values)

export const hasLogText = (key: string): key is LogText => Object.hasOwn(texts.en.alertLog, key)
