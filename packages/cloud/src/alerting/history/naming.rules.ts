import { plainNumber } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import { shownText } from '../../devices/params/names.rules.ts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { textIn } from '../../fields/text-in.ts'
import type { AlertParamRow } from '../params.sql.ts'
import { logText } from './log-texts.ts'
import type { LoggedCondition } from './messages.sql.ts'

/** Data for log texts besides the stored details. Deleted objects are missing. */
export interface LogContext {
  lang: Language
  params: ReadonlyMap<number, AlertParamRow>
  conditions: ReadonlyMap<number, LoggedCondition>
}

/** A number with its unit, or its label. */
export const numberText = (value: number, paramId: number, context: LogContext): string =>
  valueText(plainNumber(value), paramId, context)

/** The same for a value with all its digits, or a text. */
export const valueText = (value: string, paramId: number, { params, lang }: LogContext): string =>
  formattedValue(value, params.get(paramId) ?? { valueType: 'f64' }, lang)

/** Device and parameter. */
export const paramText = (id: number, { params, lang }: LogContext): string => {
  const param = params.get(id)
  if (param === undefined) return logText(lang, 'param-gone', { id: String(id) })
  return `${param.deviceName}: ${textIn(param.name, lang) ?? shownText(param.name)}`
}
