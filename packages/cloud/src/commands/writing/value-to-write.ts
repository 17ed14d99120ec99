import { plainNumber } from '@busbar/kit'
import { sumText } from '@busbar/modbus'
import { z } from 'zod'

/** More than any text that fits into registers. */
export const charsMax = 1000

/** A value to write: a decimal, as a number or as text with all its digits; a text parameter's text; true or false. */
export const valueToWrite = z.union([z.string().max(charsMax), z.number(), z.boolean()])
export type ValueToWrite = z.output<typeof valueToWrite>

export const textOf = (value: ValueToWrite): string => (typeof value === 'number' ? plainNumber(value) : String(value))

interface Target {
  registerKind: string
  valueType: string
}

/** As the parameter takes it: coils and bits are also true and false. */
export const valueFor = ({ registerKind, valueType }: Target, text: string): string => {
  const isBit = registerKind === 'coil' || valueType === 'bit'
  if (!isBit) return text
  return text === 'true' ? '1' : text === 'false' ? '0' : text
}

/** The one text of a value: two that are the same number have the same. */
export const canonicalValue = (target: Target, text: string): string => {
  const value = valueFor(target, text)
  return target.valueType === 'string' ? value : (sumText(value, '0') ?? value)
}

/** As it is shown: a number where a number names it exactly. */
export const shownValue = (text: string): number | string => {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && plainNumber(number) === text ? number : text
}
