import { webhookBodyCharsMax } from '@busbar/messaging/message'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'

/** Of an organization. */
export const webhookBodiesMax = 100

const orgId = { params: z.object({ orgId: pathId.org }) }
const address = z.string().min(1).max(2000).describe('Address of the webhook, exactly as contacts and alerts name it.')
const body = z
  .string()
  .min(1)
  .max(webhookBodyCharsMax)
  .describe('JSON in whose texts `{alert.name}` and other fields stand, at most 8000 characters.')

export const webhookBody = z.object({ address, body })

/** What webhooks say, where it is not the usual body. */
export const webhookBodies = {
  list: get('/org/:orgId/webhook-bodies/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Bodies of webhooks',
    description: 'Addresses whose webhooks have a body of the organization’s own, and the fields that one may name.',
    ...orgId,
    reply: z.object({
      bodies: z.array(webhookBody).describe('One for each address, at most 100.'),
      fields: z
        .array(
          z.object({
            name: z.string().describe('Name, as it stands between braces.'),
            example: z.union([z.string(), z.number(), z.null()]).describe('What it may be.'),
          }),
        )
        .describe('What a body may name; `{text:1000}` is cut after so many characters.'),
      presets: z
        .array(
          z.object({
            name: z.string().describe('Name of the service.'),
            address: z.string().describe('What an address of it looks like.'),
            body: z.string().describe('A body that it takes.'),
          }),
        )
        .describe('Bodies for well-known services, to begin with.'),
    }),
    hasSecrets: true,
  }),
  put: post('/org/:orgId/webhook-bodies/put/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Say what a webhook says',
    description:
      'Webhooks to this address have this body from now on, whichever contact or alert names it; they are signed as the others are. A text that is one field and nothing else becomes its value, a number or null as well; a brace that is meant as one is written twice.',
    errors: { IncorrectRequest: 'the body is no JSON object or list, or names a field that there is not.' },
    ...orgId,
    body: z.object({ address, body: body.nullable().describe('The body; null for the usual one.') }),
    reply: z.object({}),
    example: {
      body: {
        address: 'https://chat.example.org/hooks/1',
        body: '{"text": "{title}", "value": "{value}", "link": "{alert.url}"}',
      },
    },
  }),
  preview: post('/org/:orgId/webhook-bodies/preview/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Look at a body of a webhook',
    description: 'Fills a body with an example, and stores and sends nothing.',
    errors: { IncorrectRequest: 'the body is no JSON object or list, or names a field that there is not.' },
    ...orgId,
    body: z.object({ body }),
    reply: z.object({ json: z.string().describe('What would be sent, as text.') }),
    example: { body: { body: '{"text": "{title}", "value": "{value}"}' } },
  }),
}
