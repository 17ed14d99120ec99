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

/** What a faceplate takes; in its formulas it stands as `$name`. */
export const argName = z
  .string()
  .regex(/^[a-z][a-zA-Z\d]{0,29}$/, 'must be a small letter, then letters and digits')
  .describe('Name of an argument of a faceplate.')

/** One number, or two between which the value leads: the first at `from`, the second at `till`. */
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
        from: z.number().optional().describe('From this value on.'),
        till: z.number().optional().describe('Up to this value.'),
        equals: z
          .union([z.number(), z.string().max(200)])
          .optional()
          .describe('For this value or text alone.'),
        of: code.optional().describe('Code of another binding whose value is looked at in place of its own.'),
      })
      .describe('When the rule holds; both ends belong to it. Without anything it holds for every value.'),
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
        visible: z.boolean().optional().describe('Whether the element is shown.'),
        /** Degrees. */
        rotate: along(-3600, 3600).optional().describe('Degrees, or two numbers between which the value leads.'),
        /** Percent. */
        fill: along(0, 100).optional().describe('Filled percent, or two numbers between which the value leads.'),
        state: z.enum(states).optional().describe('State in which the element is drawn.'),
        flow: along(-1, 1)
          .optional()
          .describe('Flow in a pipe, -1 to 1 by direction and speed, or two numbers between which the value leads.'),
        move: z
          .union([point, z.array(point).length(2)])
          .optional()
          .describe('Pixels to the right and down, or two such pairs between which the value leads.'),
        size: along(0, pixelsMax)
          .optional()
          .describe('Height in pixels, or two numbers between which the value leads.'),
      })
      .describe('What it does to the element.'),
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
    param: idNumber.optional().describe('Id of the parameter to show; or give `formula`.'),
    formula: z
      .string()
      .max(1000)
      .optional()
      .describe('Numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses, at most 1000 characters.'),
    format: z
      .object({
        decimals: z.int().min(0).max(12).optional().describe('Decimals, 0 to 12.'),
        unit: z.boolean().optional().describe('Whether the unit is written.'),
      })
      .optional()
      .describe('How the value is written.'),
    arg: argName.optional().describe('Name of the argument of a faceplate to show; in place of `param`.'),
    staleAfterSec: z
      .int()
      .min(1)
      .max(2_592_000)
      .optional()
      .describe('Seconds after which a value is old; if left out, three update periods of its device.'),
    /** Of each kind of outcome, the first rule that holds and has one decides. */
    rules: z
      .array(rule)
      .max(rulesMax)
      .optional()
      .describe('Rules, at most 50; of each kind of outcome the first that holds decides.'),
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
