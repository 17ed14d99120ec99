import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, paramIds, pathId, queryParamIds } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** Retention in days. Null is unlimited; for a parameter it means the setting of its organization. */
const keepDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Retention in days, 1 to 36500; null for unlimited, or for a parameter: the setting of its organization.')

/** Below 30 days a message could be deleted while it is merged into others; null is forever. */
const alertDays = z.int().min(30).max(3650).nullable()
const alertRetention = {
  logDays: alertDays.describe('Days for which resolved alert events are kept, 30 to 3650; null for unlimited.'),
  messageDays: alertDays.describe('Days for which sent messages are kept, 30 to 3650; null for unlimited.'),
}

export const retention = {
  ofOrg: get('/org/:orgId/retention/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Retention of an organization',
    description: 'Applies to all parameters without their own retention.',
    ...orgId,
    reply: z.object({ keepDays }),
  }),
  changeOfOrg: post('/org/:orgId/retention/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the retention of an organization',
    description: 'Older readings are permanently deleted in the background.',
    ...orgId,
    body: z.object({ keepDays }),
    reply: z.object({}),
    example: { body: { keepDays: 3650 } },
  }),
  ofAlerts: get('/org/:orgId/retention/alerts/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How long an organization keeps alert events and messages',
    description: 'Organizations that are created from now on start with 730 and 180 days, earlier ones keep all.',
    ...orgId,
    reply: z.object(alertRetention),
  }),
  changeOfAlerts: post('/org/:orgId/retention/alerts/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Change how long alert events and messages are kept',
    description:
      'Every night older ones are deleted permanently. Active alert events and their messages are never deleted.',
    ...orgId,
    body: z.object(alertRetention),
    reply: z.object({}),
    example: { body: { logDays: 730, messageDays: 180 } },
  }),
  ofTemplates: get('/org/:orgId/retention/templates/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Retention by device template',
    description: 'For each template used by devices of the organization.',
    ...orgId,
    reply: z.array(
      z.object({
        templateId: idOf.template,
        name: z.string().describe('Template name.'),
        manufacturer: z.string().describe('Manufacturer.'),
        deviceCount: z.number().describe('Number of devices created from it.'),
        keepDays,
        isMixed: z.boolean().describe('Whether its parameters differ; then `keepDays` is the longest retention.'),
      }),
    ),
  }),
  changeOfTemplate: post('/org/:orgId/retention/templates/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the retention of all devices of a template',
    description:
      'Applies to all parameters of existing devices created from the template; new devices use the setting of the organization. Older readings are permanently deleted in the background.',
    errors: { ObjectNotFound: 'no device of the organization was made from it.' },
    ...orgId,
    body: z.object({ templateId: idOf.template, keepDays }),
    reply: z.object({ changedParams: z.number().describe('Number of changed parameters.') }),
  }),
  ofParams: get('/params/retention/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'Retention of parameters',
    description: 'Keyed by parameter ID; null for the setting of the organization.',
    query: z.object({ paramIds: queryParamIds }),
    reply: z.record(z.string(), z.object({ keepDays })),
  }),
  changeOfParams: post('/params/retention/', {
    access: 'manager',
    object: 'listed',
    extension: true,
    summary: 'Change the retention of parameters',
    description: 'Applied completely or not at all. Older readings are permanently deleted in the background.',
    errors: {
      ObjectNotFound: 'one of the parameters does not exist or is not accessible.',
      NotAuthorized: 'the caller is not a manager in the organization of one of them.',
    },
    body: z.object({ paramIds: paramIds, keepDays }),
    reply: z.object({}),
    example: { body: { paramIds: [7], keepDays: 30 } },
  }),
}
