import { id, idNumber, instant } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../access/words.ts'
import { logLevels } from '../../alerts/alert.ts'
import { idsMax } from '../ids-max.ts'

const orgId = { params: z.object({ orgId: id }) }

/** Which alerts are meant: these, or all that look at a network or a device, or all of a level. */
const chosen = z.object({
  alertIds: z.array(idNumber).min(1).max(idsMax).optional(),
  netId: idNumber.optional(),
  deviceId: idNumber.optional(),
  logAs: z.enum(logLevels).optional(),
})
export type Chosen = z.output<typeof chosen>

const one = { path: ['alertIds'], message: 'name alerts, a network, a device or a level: exactly one of them' }
const isOne = ({ alertIds, netId, deviceId, logAs }: Chosen): boolean =>
  [alertIds, netId, deviceId, logAs].filter((given) => given !== undefined).length === 1

const comment = z.string().trim().max(1000).optional()

const outcomes = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.object({ outcomes: z.array(z.object({ alertId: idNumber, outcome: z.enum([...words, 'not-found']) })) })

/** The same to many alerts at once: what came of it is said of each. */
export const alertsBulk = {
  confirm: post('/org/:orgId/alerts/confirm/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary:
      'Say that somebody has seen alerts: these, or all active ones of a network, a device or a level. It tells of each whether somebody ' +
      'was first, or there is nothing to confirm',
    ...orgId,
    body: chosen.extend({ comment }).refine(isOne, one),
    reply: outcomes('confirmed', 'confirmed-before', 'inactive'),
    example: { body: { alertIds: [7, 8], comment: 'The pump was replaced' } },
  }),
  mute: post('/org/:orgId/alerts/mute/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary:
      'Send no messages about alerts until a time, at most 31 days ahead: these, or all of a network, a device or a level. They are judged, ' +
      'logged and write to devices as ever; what is active when the time is over is told then',
    ...orgId,
    body: chosen.extend({ till: instant, comment }).refine(isOne, one),
    reply: outcomes('muted'),
    example: { body: { alertIds: [7, 8], till: '2026-11-17T05:00:00Z', comment: 'Known, the part is ordered' } },
  }),
  unmute: post('/org/:orgId/alerts/unmute/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Send messages again about alerts that were muted: these, or all of a network, a device or a level',
    ...orgId,
    body: chosen.extend({ comment }).refine(isOne, one),
    reply: outcomes('unmuted', 'not-muted'),
    example: { body: { alertIds: [7, 8] } },
  }),
}
