import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { gatewayReport } from './report.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const by = z.enum(['vpn', 'call-back'])

const shown = z.object({
  mac: z.string().describe('MAC address of the gateway.'),
  seenOn: timestamp.optional().describe('Time of its last connection; missing if it has never connected.'),
  vpnIpAddress: z.string().optional().describe('VPN address of the gateway; missing without one.'),
  reachedBy: by
    .optional()
    .describe('Current route for requests: VPN tunnel or outbound connection; missing while unreachable.'),
  askedOn: timestamp.optional().describe('Time of the last status request; missing without one.'),
  problem: z.string().optional().describe('Why the last status request failed; missing if it succeeded.'),
  told: z
    .object({
      on: timestamp.describe('Time of the report.'),
      by: by.describe('Route of the report.'),
      clockOffSec: z
        .number()
        .optional()
        .describe('Seconds by which its clock was ahead; missing if it did not report its time.'),
      report: gatewayReport.describe('Reported status groups; missing groups were not reported.'),
    })
    .optional()
    .describe('Last report; missing without one.'),
})

export const gateways = {
  get: get('/net/:netId/gateway/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: "Status of a network's gateway",
    description:
      'Returns its last report. The status is requested every five minutes and when the gateway connects. Only gateways with a key are supported.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    reply: shown,
  }),
  ask: post('/net/:netId/gateway/ask/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: "Refresh the status of a network's gateway",
    description: 'Takes a few seconds. A report from the last five seconds is returned without a new request.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    body: nothing,
    reply: shown,
  }),
  update: post('/net/:netId/gateway/update/', {
    access: 'owner',
    object: 'net',
    extension: true,
    summary: 'Update the gateway of a network',
    description:
      'The gateway downloads the newest release from the server in its own settings and installs it only if it is correctly signed. The trial period is one hour; a release that fails its health check is rolled back.',
    errors: { ObjectNotFound: 'there is no such network, or it has no gateway.' },
    ...netId,
    body: nothing,
    reply: z.union([
      z.object({ status: z.literal('begun').describe('The update has started.') }),
      z.object({
        status: z.literal('error').describe('The update was refused.'),
        errorMessage: z.string().describe('Why the update did not start.'),
      }),
    ]),
  }),
}
