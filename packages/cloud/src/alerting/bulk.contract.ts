import { logLevels } from '@busbar/alerts/model'
import { idNumber, instant } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../accounts/access/access-contract.ts'
import { idOf, pathId } from '../fields/fields.ts'
import { idsMax } from '../fields/ids-max.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** Which alerts are meant: these, or all that look at a network or a device, or all of a level. */
const chosen = z.object({
  alertIds: z.array(idNumber).min(1).max(idsMax).optional().describe('These alerts, 1 to 1000.'),
  netId: idNumber.optional().describe('All alerts of this network.'),
  deviceId: idNumber.optional().describe('All alerts of this device.'),
  logAs: z.enum(logLevels).optional().describe('All alerts of this log level.'),
})
export type AlertSelection = z.output<typeof chosen>

const one = { path: ['alertIds'], message: 'name alerts, a network, a device or a level: exactly one of them' }
const isOne = ({ alertIds, netId, deviceId, logAs }: AlertSelection): boolean =>
  [alertIds, netId, deviceId, logAs].filter((given) => given !== undefined).length === 1

const comment = z.string().trim().max(1000).optional().describe('Comment, at most 1000 characters.')

const outcomes = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.object({
    outcomes: z
      .array(
        z.object({ alertId: idOf.alert, outcome: z.enum([...words, 'not-found']).describe('Result for the alert.') }),
      )
      .describe('Result for each alert.'),
  })

/** The same to many alerts at once: what came of it is said of each. */
export const alertsBulk = {
  confirm: post('/org/:orgId/alerts/confirm/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'Acknowledge several alerts',
    description:
      'Acknowledges the given alerts, or all that are firing in a network, on a device or at a log level. The response reports for each alert whether it had been acknowledged before or has nothing to acknowledge.',
    ...orgId,
    body: chosen.extend({ comment }).refine(isOne, one),
    reply: outcomes('confirmed', 'confirmed-before', 'inactive'),
    example: { body: { alertIds: [7, 8], comment: 'The pump was replaced' } },
  }),
  mute: post('/org/:orgId/alerts/mute/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Mute several alerts',
    description:
      'Suppresses notifications of the given alerts, or of all alerts of a network, a device or a log level, for at most 31 days. The alerts are still evaluated and logged and still write to devices. Recipients are notified of alerts that are firing when the time ends.',
    ...orgId,
    body: chosen
      .extend({ till: instant.describe('End of the mute, at most 31 days ahead.'), comment })
      .refine(isOne, one),
    reply: outcomes('muted'),
    example: {
      body: { alertIds: [7, 8], till: '2026-11-17T05:00:00Z', comment: 'DefinitionFacts, the part is ordered' },
    },
  }),
  unmute: post('/org/:orgId/alerts/unmute/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Unmute several alerts',
    description: 'Resumes notifications of the given alerts, or of all alerts of a network, a device or a log level.',
    ...orgId,
    body: chosen.extend({ comment }).refine(isOne, one),
    reply: outcomes('unmuted', 'not-muted'),
    example: { body: { alertIds: [7, 8] } },
  }),
}
