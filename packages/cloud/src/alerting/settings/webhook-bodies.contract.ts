import { webhookBodyCharsMax } from '@busbar/messaging/message'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'

/** Maximum per organization. */
export const webhookBodiesMax = 100

const orgId = { params: z.object({ orgId: pathId.org }) }
const address = z.string().min(1).max(2000).describe('Webhook URL, exactly as used in contacts and alerts.')
const body = z
  .string()
  .min(1)
  .max(webhookBodyCharsMax)
  .describe('JSON whose texts may contain fields such as `{alert.name}`, at most 8000 characters.')

export const webhookBody = z.object({ address, body })

/** Templates that replace the default body of webhooks. */
export const webhookBodies = {
  list: get('/org/:orgId/webhook-bodies/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Bodies of webhooks',
    description: 'URLs with a custom webhook body, and the available fields.',
    ...orgId,
    reply: z.object({
      bodies: z.array(webhookBody).describe('One entry per URL, at most 100.'),
      fields: z
        .array(
          z.object({
            name: z.string().describe('Field name without braces.'),
            example: z.union([z.string(), z.number(), z.null()]).describe('Example value.'),
          }),
        )
        .describe('Available fields; `{text:1000}` is truncated to that many characters.'),
      presets: z
        .array(
          z.object({
            name: z.string().describe('Name of the service.'),
            address: z.string().describe('Example of its URL.'),
            body: z.string().describe('Body for this service.'),
          }),
        )
        .describe('Templates for well-known services.'),
    }),
    hasSecrets: true,
  }),
  put: post('/org/:orgId/webhook-bodies/put/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Set the body of a webhook',
    description:
      'All following webhooks to this URL use this body, whichever contact or alert names it; they are signed as usual. A text that consists of a single field becomes its value, which may be a number or null; write a literal brace twice.',
    errors: { IncorrectRequest: 'the body is no JSON object or list, or names a field that there is not.' },
    ...orgId,
    body: z.object({ address, body: body.nullable().describe('The body; null for the default.') }),
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
    summary: 'Preview a webhook body',
    description: 'Fills the body with example values. Nothing is stored or sent.',
    errors: { IncorrectRequest: 'the body is no JSON object or list, or names a field that there is not.' },
    ...orgId,
    body: z.object({ body }),
    reply: z.object({ json: z.string().describe('The resulting body as text.') }),
    example: { body: { body: '{"text": "{title}", "value": "{value}"}' } },
  }),
}
