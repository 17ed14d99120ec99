import { idNumber, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, objectName, pathId } from '../../fields/fields.ts'
import { formula, paramFields, slug } from '../params/params.contract.ts'

/** No organization has more. */
export const computedMax = 2000

const { name, description, category, label, precision, unitName, rolloverAt, hourlyMax, isTracked } = paramFields.shape

const computedFields = z.object({
  name,
  formula,
  description,
  category,
  label,
  slug: slug.optional().describe('Short name, unique in the device; made from the label or the name if left out.'),
  precision: precision.describe('Decimals to which it is rounded, 0 to 12; as many as it has if left out.'),
  unitName,
  rolloverAt,
  hourlyMax,
  isTracked: isTracked.describe('Whether it is worked out and recorded; true if left out.'),
})
export type ComputedFields = z.output<typeof computedFields>

const params = z.array(computedFields).max(200)
const paramIds = z.array(idNumber).describe('Ids of the new parameters, in the order of the request.')
const wrongFormula =
  'a formula cannot be read, names a parameter that the organization does not have or that holds a text, or goes in a circle; the message says which.'

export const computed = {
  createDevice: post('/net/:netId/computed/create/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Make a device of computed parameters',
    description:
      'Its parameters are worked out from others of the organization whenever these are read, and recorded like readings; nothing is sent to the network. It is worked out no more often than its period, nor than its slowest input is read; an input that was not read for one and a half periods is a gap of the result. An organization has at most 2000 computed parameters.',
    errors: {
      NotAuthorized: 'the caller is no manager, or the device quota would be passed.',
      IncorrectRequest: wrongFormula,
    },
    params: z.object({ netId: pathId.net }),
    body: z.object({
      name: objectName.describe('Name, 1 to 200 characters.'),
      description: z.string().max(2000).optional().describe('Free text, at most 2000 characters.'),
      slug: slug.optional().describe('Short name, unique in the organization; made from the name if left out.'),
      updatePeriodSec: z
        .int()
        .min(1)
        .max(86_400)
        .optional()
        .describe('Seconds from one value to the next, 1 to 86400; 60 if left out.'),
      params: params.default([]).describe('Its parameters, at most 200.'),
    }),
    reply: z.object({ deviceId: idOf.device, paramIds }),
    example: {
      body: { name: 'Totals', params: [{ name: 'Power of all meters', formula: '#1 + #2', unitName: 'kW' }] },
    },
  }),
  createParams: post('/device/:deviceId/computed/create/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Add computed parameters to a device',
    description: 'To one that was made for them; all or none. They are changed and deleted as any others.',
    errors: { IncorrectRequest: `the device is read from a network, a slug is taken, or ${wrongFormula}` },
    params: z.object({ deviceId: pathId.device }),
    body: z.object({ params: params.min(1).describe('The parameters, 1 to 200.') }),
    reply: z.object({ paramIds }),
    example: { body: { params: [{ name: 'Losses', formula: '#1 - #2', unitName: 'kW', precision: 1 }] } },
  }),
  try: post('/org/:orgId/computed/try/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Try a formula on last values',
    description:
      'What it comes to with the last value of each parameter, however old, and what these are. Nothing is stored.',
    errors: { IncorrectRequest: wrongFormula },
    params: z.object({ orgId: pathId.org }),
    body: z.object({
      formula,
      precision: precision.describe('Decimals to which it is rounded, 0 to 12; as many as it has if left out.'),
    }),
    reply: z.object({
      value: z.string().optional().describe('The value, a decimal; missing where there is none.'),
      err: z.string().optional().describe('Why there is none, such as `DivisionByZero`.'),
      inputs: z
        .array(
          z.object({
            paramId: idOf.param,
            fullName: facts.fullName,
            value: z.string().optional().describe('Its last value, a decimal; missing where there is none.'),
            readOn: timestamp.optional().describe('When that was read.'),
          }),
        )
        .describe('The parameters of the formula, in its order.'),
    }),
    example: { body: { formula: '#1 + #2' } },
  }),
}
