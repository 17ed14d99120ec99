import { z } from 'zod'
import { meaning } from './forms.ts'

/** An object's id in a body or an answer. */
export const idNumber = z.int().min(1)

const idText = z.string().regex(/^[1-9]\d{0,15}$/, 'must be a whole number from 1')

/** An object's id in a path or a query. */
export const id = meaning(z.codec(idText, idNumber, { decode: Number, encode: String }), {
  schema: { type: 'integer', minimum: 1 },
})

const listText = z
  .string()
  .regex(/^ *[1-9]\d{0,15}(?: *, *[1-9]\d{0,15})* *$/, 'must be whole numbers from 1, with commas between')

/** A shared schema for the whole list: one per ID would take most of the time of a request with hundreds. */
const idList = z
  .custom<number[]>()
  .refine(
    (list) => Array.isArray(list) && list.length > 0 && list.every((one) => Number.isSafeInteger(one) && one >= 1),
    'must be whole numbers from 1',
  )

/** Ids in a query: `1,2,3`. Spaces beside them mean nothing, and one that is there twice is there once. */
export const ids = (countMax: number) =>
  meaning(
    z.codec(listText, idList.check(z.maxLength(countMax)), {
      // Several times as fast as to split and convert.
      decode: (text) => [...new Set(JSON.parse(`[${text}]`) as number[])],
      encode: (list) => list.join(','),
    }),
    {
      schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: countMax },
      parameter: { style: 'form', explode: false },
    },
  )

/** A whole number in a path or a query. */
export const integer = (min: number, max: number) =>
  meaning(
    z.codec(
      z.string().regex(/^(0|-?[1-9]\d{0,15})$/, `must be a whole number from ${min} to ${max}`),
      z.int().min(min).max(max),
      { decode: Number, encode: String },
    ),
    { schema: { type: 'integer', minimum: min, maximum: max } },
  )

/** A number that keeps every digit: `-12.50`. */
export const decimal = z
  .string()
  .max(64)
  .regex(/^-?\d+(\.\d+)?$/, 'must be a decimal number such as -12.5')
