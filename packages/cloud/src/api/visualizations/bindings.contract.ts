import { idNumber } from '@busbar/wire'
import { z } from 'zod'

const bindingsMax = 500
const rulesMax = 50

/** The name of an element of the drawing. It has no dot: what is said of an element besides its text stands behind one. */
export const code = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must be a letter, then letters, digits, _ and -')

/** One number, or two between which the value leads: the first at `from`, the second at `till`. */
const along = (min: number, max: number) => {
  const number = z.number().min(min).max(max)
  return z.union([number, z.array(number).length(2)])
}

const rule = z
  .object({
    /** Both ends belong to it. Without anything it holds for every value. */
    when: z.object({
      from: z.number().optional(),
      till: z.number().optional(),
      equals: z.union([z.number(), z.string().max(200)]).optional(),
    }),
    // oxlint-disable-next-line unicorn/no-thenable -- nobody waits for a rule
    then: z.object({
      text: z.string().max(200).optional(),
      color: z
        .string()
        .regex(/^(?:#(?:[\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|[a-z]{3,30})$/, 'must be #rgb, #rrggbb or a name')
        .optional(),
      visible: z.boolean().optional(),
      /** Degrees. */
      rotate: along(-3600, 3600).optional(),
      /** Percent. */
      fill: along(0, 100).optional(),
    }),
  })
  .refine(
    ({ when: { from, till }, then: { rotate, fill } }) =>
      !(Array.isArray(rotate) || Array.isArray(fill)) || (from !== undefined && till !== undefined && from < till),
    'two numbers need a `from` that is less than `till`',
  )
export type Rule = z.output<typeof rule>

const binding = z
  .object({
    code,
    /** A parameter's id, or a formula of numbers, #12 for a parameter, + - * / mod ^ and parentheses. */
    param: idNumber.optional(),
    formula: z.string().max(1000).optional(),
    format: z.object({ decimals: z.int().min(0).max(12).optional(), unit: z.boolean().optional() }).optional(),
    /** Of each kind of outcome, the first rule that holds and has one decides. */
    rules: z.array(rule).max(rulesMax).optional(),
  })
  .refine(({ param, formula }) => (param === undefined) !== (formula === undefined), 'must have a param or a formula')
export type Binding = z.output<typeof binding>

export const bindings = z
  .array(binding)
  .max(bindingsMax)
  .refine((list) => new Set(list.map((one) => one.code)).size === list.length, 'a code occurs twice')
