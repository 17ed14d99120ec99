import { id, instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { timeZone } from '../../time-zone.ts'

const alertId = { params: z.object({ alertId: id }) }
const netId = { params: z.object({ netId: id }) }
const orgId = { params: z.object({ orgId: id }) }

const activeHours = z.object({
  timeZone: z.string(),
  /** A span whose end is not after its beginning goes on over midnight. */
  spans: z
    .array(
      z.object({
        days: z.array(z.int().min(1).max(7)).min(1).max(7),
        fromMinute: z.int().min(0).max(1439),
        tillMinute: z.int().min(0).max(1440),
      }),
    )
    .min(1)
    .max(50),
})

const windowsMax = 100
const givenWindow = z
  .object({ from: instant, till: instant })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

/** When nobody is told: outside the active hours, and in maintenance. What is not given is none. */
export const givenQuiet = z.object({
  activeHours: activeHours.extend({ timeZone }).nullable().optional(),
  windows: z.array(givenWindow).max(windowsMax).optional(),
})
export type GivenQuiet = z.output<typeof givenQuiet>

export const quiet = z
  .object({
    activeHours: activeHours.optional(),
    windows: z.array(z.object({ from: timestamp, till: timestamp })),
  })
  .meta({ id: 'QuietTimes' })

/** When people are told of alerts, by what, and of what not. */
export const alertSettings = {
  webhookSecret: get('/org/:orgId/webhook-secret/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'The key by which your programs know that a webhook is ours: X-Busbar-Signature is `sha256=` and the HMAC-SHA256 of the header ' +
      'X-Busbar-Timestamp, a dot and the body',
    ...orgId,
    reply: z.object({ secret: z.string() }),
    hasSecrets: true,
  }),
  smsSettings: post('/org/:orgId/sms-settings/', {
    access: 'manager',
    object: 'org',
    summary: 'Whether SMS are sent, and what they may cost a month; without a limit that of the installation holds',
    ...orgId,
    body: z.object({ disableSms: z.boolean(), limit: z.number().min(0).max(1000).optional() }),
    reply: z.object({}),
  }),
  get: get('/org/:orgId/alert-settings/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'What holds for all alerts of an organization',
    ...orgId,
    reply: z.object({
      isOutageHeldBack: z.boolean(),
      disableSms: z.boolean(),
      limit: z.number().optional(),
      isSmsOffByInstallation: z.boolean(),
    }),
  }),
  change: post('/org/:orgId/alert-settings/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary:
      'Whether messages about what an outage of a network silenced wait half a minute and are merged, one for each recipient',
    ...orgId,
    body: z.object({ isOutageHeldBack: z.boolean() }),
    reply: z.object({}),
  }),
  alertQuiet: get('/alert/:alertId/quiet/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'When nobody is told of an alert',
    ...alertId,
    reply: quiet,
  }),
  changeAlertQuiet: post('/alert/:alertId/quiet/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary:
      'Say when nobody is to be told of an alert: active hours and maintenance windows, in place of those before',
    ...alertId,
    body: givenQuiet,
    reply: z.object({}),
  }),
  netQuiet: get('/net/:netId/quiet/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'When nobody is told of what is behind a network',
    ...netId,
    reply: quiet,
  }),
  changeNetQuiet: post('/net/:netId/quiet/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Say when nobody is to be told of what is behind a network, in place of what was said before',
    ...netId,
    body: givenQuiet,
    reply: z.object({}),
  }),
}
