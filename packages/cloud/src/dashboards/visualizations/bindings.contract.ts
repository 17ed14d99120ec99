import { idNumber } from '@busbar/wire'
import { z } from 'zod'

const bindingsMax = 500
/** How things stand; that a value is old or missing comes from its reading, and stands before it. */
const states = ['off', 'run', 'warn', 'fault'] as const
const pixelsMax = 10_000
const rulesMax = 50

/** The name of an element of the drawing. It has no dot: what is said of an element besides its text stands behind one. */
export const code = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,99}$/, 'must be a letter, then letters, digits, _ and -')
  .describe('Code of an element of the drawing: a letter, then letters, digits, `_` and `-`, at most 100 characters.')

/** Argument of a faceplate; its formulas use it as `$name`. */
export const argName = z
  .string()
  .regex(/^[a-z][a-zA-Z\d]{0,29}$/, 'must be a small letter, then letters and digits')
  .describe('Faceplate argument name.')

/** A number, or two between which the result is interpolated: the first at `from`, the second at `till`. */
const along = (min: number, max: number) => {
  const number = z.number().min(min).max(max)
  return z.union([number, z.array(number).length(2)])
}

/** To the right and down. */
const point = z.array(z.number().min(-pixelsMax).max(pixelsMax)).length(2)

const rule = z
  .object({
    /** Both ends belong to it. Without anything it holds for every value. */
    when: z
      .object({
        from: z.number().optional().describe('Minimum, inclusive.'),
        till: z.number().optional().describe('Maximum, inclusive.'),
        equals: z
          .union([z.number(), z.string().max(200)])
          .optional()
          .describe('Exactly this value or text.'),
        of: code.optional().describe('Code of another binding whose value is used instead.'),
      })
      .describe('Condition of the rule; both limits are inclusive. Without fields it applies to every value.'),
    // oxlint-disable-next-line unicorn/no-thenable -- a rule is never awaited
    then: z
      .object({
        text: z.string().max(200).optional().describe('Text to show.'),
        color: z
          .string()
          .regex(
            /^(?:#(?:[\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|[a-z]{3,30})$/,
            'must be #rgb, #rrggbb or a name',
          )
          .optional()
          .describe('Colour: `#rgb`, `#rrggbb` or a name.'),
        visible: z.boolean().optional().describe('Whether the element is visible.'),
        /** Degrees. */
        rotate: along(-3600, 3600).optional().describe('Rotation in degrees, or two limits mapped to the value range.'),
        /** Percent. */
        fill: along(0, 100).optional().describe('Fill level in percent, or two limits mapped to the value range.'),
        state: z.enum(states).optional().describe('State of the element.'),
        flow: along(-1, 1)
          .optional()
          .describe('Flow in a pipe, -1 to 1 for direction and speed, or two limits mapped to the value range.'),
        move: z
          .union([point, z.array(point).length(2)])
          .optional()
          .describe('Offset in pixels to the right and down, or two offsets mapped to the value range.'),
        size: along(0, pixelsMax).optional().describe('Height in pixels, or two limits mapped to the value range.'),
      })
      .describe('Effect on the element.'),
  })
  .refine(
    ({ when: { from, till }, then: { rotate, fill, flow, move, size } }) =>
      !([rotate, fill, flow, size].some(Array.isArray) || Array.isArray(move?.[0])) ||
      (from !== undefined && till !== undefined && from < till),
    'two numbers need a `from` that is less than `till`',
  )
export type Rule = z.output<typeof rule>

const binding = z
  .object({
    code,
    /** A parameter's id, or a formula of numbers, #12 for a parameter, + - * / mod ^ and parentheses. */
    param: idNumber.optional().describe('ID of the parameter to show; alternatively use `formula`.'),
    formula: z
      .string()
      .max(1000)
      .optional()
      .describe('Numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses, at most 1000 characters.'),
    format: z
      .object({
        decimals: z.int().min(0).max(12).optional().describe('Decimals, 0 to 12.'),
        unit: z.boolean().optional().describe('Whether to show the unit.'),
      })
      .optional()
      .describe('Number format.'),
    arg: argName.optional().describe('Faceplate argument to show, instead of `param`.'),
    staleAfterSec: z
      .int()
      .min(1)
      .max(2_592_000)
      .optional()
      .describe('Seconds after which a value is stale; three polling periods of its device by default.'),
    /** For each type of result, the first matching rule that has one applies. */
    rules: z
      .array(rule)
      .max(rulesMax)
      .optional()
      .describe('Rules, at most 50; for each type of effect, the first matching rule applies.'),
  })
  .refine(
    ({ param, formula, arg }) => [param, formula, arg].filter((one) => one !== undefined).length === 1,
    'must have a param or a formula, or in a faceplate an arg',
  )
export type Binding = z.output<typeof binding>

export const bindings = z
  .array(binding)
  .max(bindingsMax)
  .refine((list) => new Set(list.map((one) => one.code)).size === list.length, 'a code occurs twice')
