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
  slug: slug.optional().describe('Slug, unique in the device; derived from the label or name if omitted.'),
  precision: precision.describe('Decimals of the rounded value, 0 to 12; not rounded by default.'),
  unitName,
  rolloverAt,
  hourlyMax,
  isTracked: isTracked.describe('Whether it is evaluated and recorded; true by default.'),
})
export type ComputedFields = z.output<typeof computedFields>

const params = z.array(computedFields).max(200)
const paramIds = z.array(idNumber).describe('IDs of the new parameters, in the order of the request.')
const wrongFormula =
  'a formula cannot be read, names a parameter that the organization does not have or that holds a text, or goes in a circle; the message says which.'

export const computed = {
  createDevice: post('/net/:netId/computed/create/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Create a device of computed parameters',
    description:
      'Its parameters are calculated from other parameters of the organization whenever these are read, and recorded like readings; nothing is sent to the network. They are calculated at most once per polling period, and not more often than their slowest input is read; an input without a reading for one and a half periods is a gap in the result. At most 2000 computed parameters per organization.',
    errors: {
      NotAuthorized: 'the caller is not a manager, or the device quota would be exceeded.',
      IncorrectRequest: wrongFormula,
    },
    params: z.object({ netId: pathId.net }),
    body: z.object({
      name: objectName.describe('Name, 1 to 200 characters.'),
      description: z.string().max(2000).optional().describe('Free text, at most 2000 characters.'),
      slug: slug.optional().describe('Slug, unique in the organization; derived from the name if omitted.'),
      updatePeriodSec: z
        .int()
        .min(1)
        .max(86_400)
        .optional()
        .describe('Evaluation period in seconds, 1 to 86400; 60 by default.'),
      params: params.default([]).describe('Parameters, at most 200.'),
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
    description:
      'Only for devices of computed parameters; added completely or not at all. They are changed and deleted like other parameters.',
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
    summary: 'Evaluate a formula with last values',
    description:
      'Returns the result for the last value of each parameter, regardless of its age, and these values. Nothing is stored.',
    errors: { IncorrectRequest: wrongFormula },
    params: z.object({ orgId: pathId.org }),
    body: z.object({
      formula,
      precision: precision.describe('Decimals of the rounded value, 0 to 12; not rounded by default.'),
    }),
    reply: z.object({
      value: z.string().optional().describe('Result, a decimal; missing without one.'),
      err: z.string().optional().describe('Why there is no result, such as `DivisionByZero`.'),
      inputs: z
        .array(
          z.object({
            paramId: idOf.param,
            fullName: facts.fullName,
            value: z.string().optional().describe('Last value, a decimal; missing without one.'),
            readOn: timestamp.optional().describe('Time of the reading.'),
          }),
        )
        .describe('Parameters of the formula, in order of appearance.'),
    }),
    example: { body: { formula: '#1 + #2' } },
  }),
}
