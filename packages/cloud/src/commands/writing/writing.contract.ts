import { lang } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { err, pathId } from '../../fields/fields.ts'
import { charsMax, valueToWrite } from './value-to-write.ts'

const changed = z.union([
  z.object({
    ok: z
      .object({
        oldValue: z.string().optional().describe('Value before, as text; missing where the registers held none.'),
        newValue: z.string().describe('Value that was read back, as text.'),
      })
      .describe('It was done.'),
  }),
  err,
])
export const written = z.union([
  z.object({
    ok: z
      .object({
        oldValue: z.string().nullable().describe('Value before, as text; null where the registers held none.'),
        newValue: z.string().describe('Value that was read back, as text.'),
        formattedValue: z.string().describe('The new value with its unit or label.'),
      })
      .describe('It was done.'),
  }),
  err,
])
const orgId = { params: z.object({ orgId: pathId.org }) }
const param = z
  .string()
  .min(1)
  .max(charsMax)
  .describe(
    'Reference of the parameter: `#id`, `[slug]`, `<device>><address>`, `<deviceSlug>><registerKind>><address>` or dotted slugs.',
  )

export const writing = {
  write: post('/param/:paramId/write/', {
    access: 'operator',
    object: 'param',
    summary: 'Write a value to a device',
    description:
      'Reads the old value, checks the new one (writable, type, range, label), writes it once, reads it back, all within 30 s, and leaves an audit record. What is refused is answered as `err`, and nothing is sent. An `err` that begins with `unclear:` means that nobody knows whether it was done; after any other the device holds what it held. Writes to one device go one after another.',
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
    summary: 'Write a value to the parameter that a reference names',
    description: 'The same as `/param/:paramId/write/`, with a reference in place of the id.',
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
    summary: 'Add to the value that a device holds',
    description: 'The value is read anew first; of several at once all count.',
    errors: { ObjectNotFound: 'there is no such organization, or the reference names no parameter or several.' },
    ...orgId,
    body: z.object({
      param,
      amount: z
        .union([z.string().max(charsMax), z.number()])
        .describe('What to add, as decimal text or number; negative to take away.'),
    }),
    reply: changed,
    example: { body: { param: '[counter]', amount: '-0.5' } },
  }),
  toggle: post('/org/:orgId/params/toggle/', {
    access: 'operator',
    object: 'org',
    summary: 'Toggle between two values',
    description: 'Writes `default` where the device holds anything else, otherwise `on`.',
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
