import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** Codes that lead to gateways until a given time. The contract reads them; making them is ours. */
export const connectCodes = {
  list: get('/org/:orgId/connect-codes/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'List gateways with a connect code',
    description: 'The codes themselves are not shown again.',
    ...orgId,
    reply: z.array(
      z.object({
        macAddress: z.string().describe('MAC address of the gateway.'),
        sku: z.string().optional().describe('Model of the gateway.'),
        expiresOn: timestamp.optional().describe('Expiry of the code; missing if it does not expire.'),
        bindedToNet: z
          .object({ netId: idOf.net, orgId: idOf.org, name: z.string().describe('Network name.') })
          .optional()
          .describe('Network to which the gateway is bound.'),
      }),
    ),
  }),
  create: post('/org/:orgId/connect-codes/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Create a connect code for a gateway',
    description: "Replaces the gateway's previous code. The gateway must be bound to a network of the organization.",
    errors: { ObjectNotFound: 'the organization has no gateway of this MAC.' },
    ...orgId,
    body: z.object({
      mac: z.string().max(17).describe('MAC address of the gateway, such as `02:00:5e:10:00:01`.'),
      days: z.int().min(1).max(3650).default(30).describe('Validity in days, 1 to 3650; 30 by default.'),
      sku: z.string().trim().max(100).optional().describe('Model of the gateway, at most 100 characters.'),
      modbusId: z
        .int()
        .min(1)
        .max(255)
        .nullable()
        .optional()
        .describe('Modbus unit ID of the gateway itself, 1 to 255; null for none.'),
      devicePasswords: z
        .array(z.string().max(19))
        .max(16)
        .optional()
        .describe('Passwords of the controller, at most 16 of 19 characters.'),
    }),
    reply: z.object({
      code: z.string().describe('The code; it is not shown again.'),
      macAddress: z.string().describe('MAC address of the gateway.'),
      expiresOn: timestamp.describe('Expiry of the code.'),
    }),
    example: { body: { mac: '00:00:5e:00:53:01', days: 30 } },
  }),
  delete: post('/org/:orgId/connect-codes/:code/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Revoke a connect code by code or MAC address',
    description: 'The code becomes invalid.',
    errors: { ObjectNotFound: 'the organization has no such code.' },
    params: z.object({
      orgId: pathId.org,
      code: z.string().min(1).max(100).describe('The code, at most 100 characters.'),
    }),
    body: nothing,
    reply: z.object({}),
  }),
}
