import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { gatewayReport } from './report.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const by = z.enum(['vpn', 'call-back'])

const shown = z.object({
  mac: z.string().describe('MAC of the gateway.'),
  seenOn: timestamp.optional().describe('When it last called in; missing where it never did.'),
  vpnIpAddress: z.string().optional().describe('Its address in the VPN; missing where it has none.'),
  reachedBy: by
    .optional()
    .describe('How it can be asked now: by its tunnel, or over its own call; missing while it cannot.'),
  askedOn: timestamp.optional().describe('When it was last asked; missing where it never was.'),
  problem: z.string().optional().describe('Why the last question brought nothing; missing where it did.'),
  told: z
    .object({
      on: timestamp.describe('When it told this.'),
      by: by.describe('By which way.'),
      clockOffSec: z
        .number()
        .optional()
        .describe('Seconds by which its clock was ahead then; missing where it did not tell its time.'),
      report: gatewayReport.describe('What it told, by groups; one that it does not have is missing.'),
    })
    .optional()
    .describe('What it last told; missing where it never told anything.'),
})

export const gateways = {
  get: get('/net/:netId/gateway/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'How the gateway of a network is',
    description:
      'What it last told of itself, with the time of that: it is asked every five minutes, and when it calls in. Only gateways with a key are asked.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    reply: shown,
  }),
  ask: post('/net/:netId/gateway/ask/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Ask the gateway of a network now',
    description: 'Takes some seconds. What it told in the last five seconds is not asked for again.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    body: nothing,
    reply: shown,
  }),
  update: post('/net/:netId/gateway/update/', {
    access: 'owner',
    object: 'net',
    extension: true,
    summary: 'Have the gateway of a network fetch and install the newest release',
    description:
      'From the server that its own settings name, and only what that signature proves. It is tried for an hour; a new release is on trial, and is taken back where it does not prove itself.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    body: nothing,
    reply: z.union([
      z.object({ status: z.literal('begun').describe('The gateway has begun.') }),
      z.object({
        status: z.literal('error').describe('It has not.'),
        errorMessage: z.string().describe('Why the gateway has not begun, in words.'),
      }),
    ]),
  }),
}
