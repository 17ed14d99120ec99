import { lang } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { err, pathId } from '../../fields/fields.ts'
import { charsMax, valueToWrite } from './value-to-write.ts'

const changed = z.union([
  z.object({
    ok: z
      .object({
        oldValue: z.string().optional().describe('Previous value as text; missing if the registers contained none.'),
        newValue: z.string().describe('Value read back, as text.'),
      })
      .describe('The request succeeded.'),
  }),
  err,
])
export const written = z.union([
  z.object({
    ok: z
      .object({
        oldValue: z.string().nullable().describe('Previous value as text; null if the registers contained none.'),
        newValue: z.string().describe('Value read back, as text.'),
        formattedValue: z.string().describe('The new value with its unit or label.'),
      })
      .describe('The request succeeded.'),
  }),
  err,
])
const orgId = { params: z.object({ orgId: pathId.org }) }
const param = z
  .string()
  .min(1)
  .max(charsMax)
  .describe(
    'Parameter reference: `#id`, `[slug]`, `<device>><address>`, `<deviceSlug>><registerKind>><address>` or slugs separated by dots.',
  )

export const writing = {
  write: post('/param/:paramId/write/', {
    access: 'operator',
    object: 'param',
    summary: 'Write a value to a device',
    description:
      'Reads the old value, checks the new one (writable, type, range, label), writes it once and reads it back within 30 s, and creates an audit record. A refused value returns `err`, and nothing is sent. An `err` that begins with `unclear:` means that the outcome is unknown; after any other error the device keeps its old value. Writes to one device run one after another.',
    params: z.object({ paramId: pathId.param }),
    body: z.object({
      newValue: valueToWrite.describe(
        'Value to write: a decimal as text or number, the text of a text parameter, or true and false for coils and bits.',
      ),
      lang: lang.optional(),
    }),
    reply: written,
    example: {
      body: { newValue: '21.5' },
    },
  }),
  save: post('/org/:orgId/params/save-param-value/', {
    access: 'operator',
    object: 'org',
    summary: 'Write a value by parameter reference',
    description: 'Same as `/param/:paramId/write/`, with a reference instead of the ID.',
    errors: { ObjectNotFound: 'there is no such organization, or the reference names no parameter or several.' },
    ...orgId,
    body: z.object({
      param,
      value: valueToWrite.describe('Value to write: a number, its decimal text, or true and false for coils and bits.'),
    }),
    reply: changed,
    example: {
      body: { param: 'meter>holding>40', value: '21.5' },
    },
  }),
  increment: post('/org/:orgId/params/increment/', {
    access: 'operator',
    object: 'org',
    summary: 'Increment the value of a device',
    description: 'The current value is read from the device first; concurrent increments all count.',
    errors: { ObjectNotFound: 'there is no such organization, or the reference names no parameter or several.' },
    ...orgId,
    body: z.object({
      param,
      amount: z
        .union([z.string().max(charsMax), z.number()])
        .describe('Increment, as decimal text or number; negative to subtract.'),
    }),
    reply: changed,
    example: { body: { param: '[counter]', amount: '-0.5' } },
  }),
  toggle: post('/org/:orgId/params/toggle/', {
    access: 'operator',
    object: 'org',
    summary: 'Toggle between two values',
    description: 'Writes `default` if the device holds any other value, otherwise `on`.',
    errors: { ObjectNotFound: 'there is no such organization, or the reference names no parameter or several.' },
    ...orgId,
    body: z.object({
      param,
      default: valueToWrite.describe('Value for off.'),
      on: valueToWrite.describe('Value for on.'),
    }),
    reply: changed,
    example: { body: { param: '[pump]', default: '0', on: '1' } },
  }),
}
