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

/** What a faceplate takes where it is placed. */
const arg = z.object({
  name: argName,
  takes: z.enum(['param', 'number', 'text']).describe('What is given for it: a parameter, a number or a text.'),
})
export type Arg = z.output<typeof arg>

const control = z
  .object({
    kind: z.enum(['switch', 'setPoint', 'slider', 'button']).describe('How it is used.'),
    paramId: idNumber.describe('Id of the parameter that is written.'),
    on: text.optional().describe('Value that switches on, or that a button writes.'),
    off: text.optional().describe('Value that switches off.'),
    min: z.number().optional().describe('Least value that may be set here.'),
    max: z.number().optional().describe('Greatest value that may be set here.'),
    step: z.number().positive().optional().describe('Of a slider: by how much it moves; 1 if left out.'),
    role: z
      .enum(['operator', 'manager', 'owner'])
      .optional()
      .describe('Least role that may use it here; `operator` if left out.'),
  })
  .describe('What it writes; every write is confirmed first.')
export type Control = z.output<typeof control>

const argument = z.union([
  z.object({ paramId: idNumber.describe('Id of the parameter.') }),
  z.object({ number: z.number().describe('The number.') }),
  z.object({ text: text.describe('The text.') }),
])

/** How the editor drew it; the drawing itself is in the source. */
const drawn = z
  .object({
    kind: z
      .enum(['symbol', 'text', 'value', 'rect', 'ellipse', 'pipe', 'control', 'svg', 'faceplate'])
      .describe('What it is.'),
    x: pixels.describe('Left edge.'),
    y: pixels.describe('Upper edge.'),
    width: pixels.describe('Width.'),
    height: pixels.describe('Height.'),
    rotate: z.number().min(-360).max(360).optional().describe('Degrees.'),
    layer: code.optional().describe('Code of the layer that it is on.'),
    group: code.optional().describe('Code of the group that it moves with.'),
    isLocked: z.boolean().optional().describe('Whether the editor leaves it where it is.'),
    symbol: z
      .string()
      .regex(/^[a-z][a-zA-Z\d]{0,39}$/)
      .optional()
      .describe('Name of the symbol.'),
    text: z.string().max(500).optional().describe('Text that is written.'),
    look: z
      .string()
      .regex(/^[a-z][a-zA-Z\d]{0,39}$/)
      .optional()
      .describe('How it looks, by name.'),
    points: z.array(z.array(pixels).length(2)).max(pointsMax).optional().describe('Corners of a pipe, at most 200.'),
    ends: z
      .array(z.object({ code, port: z.int().min(0).max(20).describe('Number of its port.') }).nullable())
      .length(2)
      .optional()
      .describe('What a pipe begins and ends at; null where it ends nowhere.'),
  })
  .describe('How the editor drew it.')

const item = z.object({
  code,
  name: text.optional().describe('Name for people.'),
  control: control.optional(),
  go: z.object({ visId: idOf.vis }).optional().describe('Another visualization that a click leads to.'),
  use: z
    .object({ visId: idOf.vis, args: z.record(argName, argument).describe('What is given for its arguments.') })
    .optional()
    .describe('The faceplate that is placed here.'),
  drawn: drawn.optional(),
})
export type Item = z.output<typeof item>

const layer = z.object({
  code,
  name: text.describe('Name for people.'),
  isHidden: z.boolean().optional().describe('Whether it is left out of the drawing.'),
  isLocked: z.boolean().optional().describe('Whether the editor leaves what is on it alone.'),
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
