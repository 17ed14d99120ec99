import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, paramIds, pathId, queryParamIds } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** For so many days; null is for ever, and of a parameter: as its organization has it. */
const keepDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Days for which readings are kept, 1 to 36500; null for ever, of a parameter: as its organization has it.')

export const retention = {
  ofOrg: get('/org/:orgId/retention/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How long an organization keeps readings',
    description: 'Holds for all parameters that have no number of days of their own.',
    ...orgId,
    reply: z.object({ keepDays }),
  }),
  changeOfOrg: post('/org/:orgId/retention/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change how long an organization keeps readings',
    description: 'Older ones are deleted for good, in the background.',
    ...orgId,
    body: z.object({ keepDays }),
    reply: z.object({}),
    example: { body: { keepDays: 3650 } },
  }),
  ofTemplates: get('/org/:orgId/retention/templates/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How long readings are kept, by device template',
    description: 'For each template that devices of the organization were made from.',
    ...orgId,
    reply: z.array(
      z.object({
        templateId: idOf.template,
        name: z.string().describe('Name of the template.'),
        manufacturer: z.string().describe('Manufacturer of the template.'),
        deviceCount: z.number().describe('Devices that were made from it.'),
        keepDays,
        isMixed: z.boolean().describe('Whether parameters differ in it; then `keepDays` is the longest of them.'),
      }),
    ),
  }),
  changeOfTemplate: post('/org/:orgId/retention/templates/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change how long readings of all devices of a template are kept',
    description:
      'Of all parameters of the devices that were made from it up to now; devices that are added later begin as the organization has it. Older readings are deleted for good, in the background.',
    errors: { ObjectNotFound: 'no device of the organization was made from it.' },
    ...orgId,
    body: z.object({ templateId: idOf.template, keepDays }),
    reply: z.object({ changedParams: z.number().describe('Parameters that were changed.') }),
  }),
  ofParams: get('/params/retention/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'How long readings of parameters are kept',
    description: 'Keyed by parameter id; null is as the organization has it.',
    query: z.object({ paramIds: queryParamIds }),
    reply: z.record(z.string(), z.object({ keepDays })),
  }),
  changeOfParams: post('/params/retention/', {
    access: 'manager',
    object: 'listed',
    extension: true,
    summary: 'Change how long readings of parameters are kept',
    description: 'All or none. Older readings are deleted for good, in the background.',
    errors: {
      ObjectNotFound: 'one of the parameters does not exist for the caller.',
      NotAuthorized: 'the caller is no manager in the organization of one of them.',
    },
    body: z.object({ paramIds: paramIds, keepDays }),
    reply: z.object({}),
    example: { body: { paramIds: [7], keepDays: 30 } },
  }),
}
