import { id, lang } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../access/words.ts'
import { charsMax, givenValue } from './given-value.ts'

const err = z.object({ err: z.string() })
const changed = z.union([z.object({ ok: z.object({ oldValue: z.string().optional(), newValue: z.string() }) }), err])
const orgId = { params: z.object({ orgId: id }) }
const param = z.string().min(1).max(charsMax)

export const writing = {
  write: post('/param/:paramId/write/', {
    access: 'operator',
    object: 'param',
    summary:
      'Write a value to the device, once, and read it back. An `err` that begins with `unclear:` means that nobody knows whether it was done; after any other the device holds what it held. `oldValue` is null where the registers held no value',
    params: z.object({ paramId: id }),
    body: z.object({ newValue: givenValue, lang: lang.optional() }),
    reply: z.union([
      z.object({ ok: z.object({ oldValue: z.string().nullable(), newValue: z.string(), formattedValue: z.string() }) }),
      err,
    ]),
    example: {
      body: { newValue: '21.5' },
      reply: { ok: { oldValue: '20', newValue: '21.5', formattedValue: '21.5 °C' } },
    },
  }),
  save: post('/org/:orgId/params/save-param-value/', {
    access: 'operator',
    object: 'org',
    summary:
      'Write a value to the parameter that a reference names: a number, its decimal text, or for coils and bits true and false',
    ...orgId,
    body: z.object({ param, value: givenValue }),
    reply: changed,
    example: {
      body: { param: 'meter>holding>40', value: '21.5' },
      reply: { ok: { oldValue: '20', newValue: '21.5' } },
    },
  }),
  increment: post('/org/:orgId/params/increment/', {
    access: 'operator',
    object: 'org',
    summary: 'Add to the value that the device holds now; of several at once all count',
    ...orgId,
    body: z.object({ param, amount: z.union([z.string().max(charsMax), z.number()]) }),
    reply: changed,
    example: { body: { param: '[counter]', amount: '-0.5' } },
  }),
  toggle: post('/org/:orgId/params/toggle/', {
    access: 'operator',
    object: 'org',
    summary: 'Write `default` where the device holds anything else, otherwise `on`',
    ...orgId,
    body: z.object({ param, default: givenValue, on: givenValue }),
    reply: changed,
    example: { body: { param: '[pump]', default: '0', on: '1' } },
  }),
}
