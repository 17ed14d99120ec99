import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

const orgId = { params: z.object({ orgId: id }) }

/** Codes that lead to gateways for as long as somebody says. The contract reads them; making them is ours. */
export const connectCodes = {
  list: get('/org/:orgId/connect-codes/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Which gateways of an organization have a connect code; the code itself is shown once, when it is made',
    ...orgId,
    reply: z.array(
      z.object({
        macAddress: z.string(),
        sku: z.string().optional(),
        expiresOn: timestamp.optional(),
        bindedToNet: z.object({ netId: idNumber, orgId: idNumber, name: z.string() }).optional(),
      }),
    ),
  }),
  create: post('/org/:orgId/connect-codes/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Make a connect code for a gateway of the organization, instead of any that it has',
    ...orgId,
    body: z.object({
      mac: z.string().max(17),
      days: z.int().min(1).max(3650).default(30),
      sku: z.string().trim().max(100).optional(),
      modbusId: z.int().min(1).max(255).nullable().optional(),
      devicePasswords: z.array(z.string().max(19)).max(16).optional(),
    }),
    reply: z.object({ code: z.string(), macAddress: z.string(), expiresOn: timestamp }),
    example: { body: { mac: '00:00:5e:00:53:01', days: 30 } },
  }),
  delete: post('/org/:orgId/connect-codes/:code/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Take a connect code back, by the code or by the MAC of its gateway',
    params: z.object({ orgId: id, code: z.string().min(1).max(100) }),
    body: nothing,
    reply: z.object({}),
  }),
}
