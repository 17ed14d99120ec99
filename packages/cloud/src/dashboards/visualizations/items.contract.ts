import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { idOf, visibleText } from '../../fields/fields.ts'
import { argName, code } from './bindings.contract.ts'

const itemsMax = 2000
const layersMax = 50
const argsMax = 30
const pointsMax = 200
const pixelsMax = 100_000

const pixels = z.number().min(-pixelsMax).max(pixelsMax)
const text = visibleText.max(200)

/** Value of a faceplate's argument where it is placed. */
const arg = z.object({
  name: argName,
  takes: z.enum(['param', 'number', 'text']).describe('Type of the argument: parameter, number or text.'),
})
export type Arg = z.output<typeof arg>

const control = z
  .object({
    kind: z.enum(['switch', 'setPoint', 'slider', 'button']).describe('Type of control.'),
    paramId: idNumber.describe('ID of the parameter to write.'),
    on: text.optional().describe('Value for on, or the value that a button writes.'),
    off: text.optional().describe('Value for off.'),
    min: z.number().optional().describe('Minimum value.'),
    max: z.number().optional().describe('Maximum value.'),
    step: z.number().positive().optional().describe('Step of a slider; 1 by default.'),
    role: z.enum(['operator', 'manager', 'owner']).optional().describe('Minimum role; `operator` by default.'),
  })
  .describe('Value to write; every write requires confirmation.')
export type Control = z.output<typeof control>

const argument = z.union([
  z.object({ paramId: idNumber.describe('Parameter ID.') }),
  z.object({ number: z.number().describe('Number.') }),
  z.object({ text: text.describe('Text.') }),
])

/** How the editor drew it; the drawing itself is in the source. */
const drawn = z
  .object({
    kind: z
      .enum(['symbol', 'text', 'value', 'rect', 'ellipse', 'pipe', 'control', 'svg', 'faceplate'])
      .describe('Type of item.'),
    x: pixels.describe('Left edge.'),
    y: pixels.describe('Top edge.'),
    width: pixels.describe('Width.'),
    height: pixels.describe('Height.'),
    rotate: z.number().min(-360).max(360).optional().describe('Degrees.'),
    layer: code.optional().describe('Code of its layer.'),
    group: code.optional().describe('Code of its group.'),
    isLocked: z.boolean().optional().describe('Whether it is locked in the editor.'),
    symbol: z
      .string()
      .regex(/^[a-z][a-zA-Z\d]{0,39}$/)
      .optional()
      .describe('Symbol name.'),
    text: z.string().max(500).optional().describe('Displayed text.'),
    look: z
      .string()
      .regex(/^[a-z][a-zA-Z\d]{0,39}$/)
      .optional()
      .describe('Style name.'),
    points: z.array(z.array(pixels).length(2)).max(pointsMax).optional().describe('Points of a pipe, at most 200.'),
    ends: z
      .array(z.object({ code, port: z.int().min(0).max(20).describe('Port number.') }).nullable())
      .length(2)
      .optional()
      .describe('Start and end of a pipe; null for a free end.'),
  })
  .describe('Editor geometry.')

const item = z.object({
  code,
  name: text.optional().describe('Display name.'),
  control: control.optional(),
  go: z.object({ visId: idOf.vis }).optional().describe('Visualization to open on click.'),
  use: z
    .object({ visId: idOf.vis, args: z.record(argName, argument).describe('Values of the arguments.') })
    .optional()
    .describe('The faceplate placed here.'),
  drawn: drawn.optional(),
})
export type Item = z.output<typeof item>

const layer = z.object({
  code,
  name: text.describe('Display name.'),
  isHidden: z.boolean().optional().describe('Whether it is hidden.'),
  isLocked: z.boolean().optional().describe('Whether its items are locked in the editor.'),
})
export type Layer = z.output<typeof layer>

const areOnce = (list: readonly string[]): boolean => new Set(list).size === list.length

export const items = z
  .array(item)
  .max(itemsMax)
  .refine((list) => areOnce(list.map((one) => one.code)), 'a code occurs twice')
export const layers = z
  .array(layer)
  .max(layersMax)
  .refine((list) => areOnce(list.map((one) => one.code)), 'a code occurs twice')
export const args = z
  .array(arg)
  .max(argsMax)
  .refine((list) => areOnce(list.map((one) => one.name)), 'a name occurs twice')
