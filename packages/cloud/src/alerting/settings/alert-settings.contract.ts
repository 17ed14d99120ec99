import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'

const alertId = { params: z.object({ alertId: pathId.alert }) }
const netId = { params: z.object({ netId: pathId.net }) }
const orgId = { params: z.object({ orgId: pathId.org }) }

const activeHours = z.object({
  timeZone: z.string().describe('Time zone of the hours, such as `Europe/Kyiv`.'),
  /** A span whose end is not after its beginning goes on over midnight. */
  spans: z
    .array(
      z.object({
        days: z.array(z.int().min(1).max(7)).min(1).max(7).describe('Days of the week, 1 Monday to 7 Sunday.'),
        fromMinute: z.int().min(0).max(1439).describe('Beginning, in minutes of the day, 0 to 1439.'),
        tillMinute: z.int().min(0).max(1440).describe('End, in minutes of the day, 0 to 1440.'),
      }),
    )
    .min(1)
    .max(50)
    .describe('When messages are sent; a span whose end is not after its beginning goes on over midnight.'),
})

const windowsMax = 100
const windowInput = z
  .object({
    from: instant.describe('Beginning of the maintenance.'),
    till: instant.describe('End of the maintenance; after its beginning.'),
  })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

/** When no messages are sent: outside the active hours, and in maintenance. What is not given is none. */
export const quietInput = z.object({
  activeHours: activeHours
    .extend({ timeZone: timeZone.describe('Time zone of the hours, such as `Europe/Kyiv`.') })
    .nullable()
    .optional()
    .describe('When people are told; null or left out: at all times.'),
  windows: z
    .array(windowInput)
    .max(windowsMax)
    .optional()
    .describe('Maintenance windows in which nobody is told, at most 100.'),
})
export type QuietInput = z.output<typeof quietInput>

export const quiet = z
  .object({
    activeHours: activeHours.optional().describe('When people are told; missing: at all times.'),
    windows: z
      .array(z.object({ from: timestamp.describe('Beginning.'), till: timestamp.describe('End.') }))
      .describe('Maintenance windows in which nobody is told.'),
  })
  .meta({ id: 'QuietTimes', description: 'When nobody is told: outside the active hours, and in maintenance.' })

/** When people are told of alerts, by what, and of what not. */
export const alertSettings = {
  webhookSecret: get('/org/:orgId/webhook-secret/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'The key that signs webhooks',
    description:
      'By it your programs know that a webhook is ours: the header `X-Busbar-Signature` is `sha256=` and the HMAC-SHA256 of the header `X-Busbar-Timestamp`, a dot and the body.',
    errors: { Unavailable: 'the key is sealed and cannot be opened.' },
    ...orgId,
    reply: z.object({ secret: z.string().describe('The key, as text.') }),
    hasSecrets: true,
  }),
  rotateWebhookSecret: post('/org/:orgId/webhook-secret/rotate/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Make the key that signs webhooks anew',
    description:
      'From now on webhooks are signed by the new key, also those that are tried again; the one before is good for nothing any more. Your programs must have the new one to know that a call is ours.',
    errors: { Unavailable: 'the key is sealed and cannot be opened.' },
    ...orgId,
    body: nothing,
    reply: z.object({ secret: z.string().describe('The new key, as text.') }),
    hasSecrets: true,
  }),
  smsSettings: post('/org/:orgId/sms-settings/', {
    access: 'manager',
    object: 'org',
    summary: 'SMS settings of an organization',
    description:
      'Whether SMS are sent, and what they may cost a month; without a limit that of the installation holds. At the limit no more are sent, and the log says so.',
    errors: {
      NotAuthorized: 'the caller is no manager, or the installation has switched off SMS for the organization.',
    },
    ...orgId,
    body: z.object({
      disableSms: z.boolean().describe('True switches SMS off.'),
      limit: z
        .number()
        .min(0)
        .max(1000)
        .optional()
        .describe('Cost of SMS in a month at most, 0 to 1000; that of the installation if left out.'),
    }),
    reply: z.object({}),
  }),
  get: get('/org/:orgId/alert-settings/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Alert settings of an organization',
    description: 'What holds for all its alerts.',
    ...orgId,
    reply: z.object({
      isOutageHeldBack: z
        .boolean()
        .describe('Whether messages about what an outage of a network silenced wait half a minute and are merged.'),
      disableSms: z.boolean().describe('Whether SMS are switched off.'),
      limit: z
        .number()
        .optional()
        .describe('Cost of SMS in a month at most; missing where that of the installation holds.'),
      isSmsOffByInstallation: z
        .boolean()
        .describe('Whether the installation has switched off SMS for the organization.'),
    }),
  }),
  change: post('/org/:orgId/alert-settings/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change alert settings of an organization',
    description:
      'Says whether messages about what an outage of a network silenced wait half a minute and are merged, one for each recipient. Critical alerts never wait.',
    ...orgId,
    body: z.object({ isOutageHeldBack: z.boolean().describe('True holds them back and merges them.') }),
    reply: z.object({}),
  }),
  alertQuiet: get('/alert/:alertId/quiet/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'When nobody is told of an alert',
    description: 'The alert is judged and logged all the same.',
    ...alertId,
    reply: quiet,
  }),
  changeAlertQuiet: post('/alert/:alertId/quiet/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Change when nobody is told of an alert',
    description: 'Active hours and maintenance windows, in place of those before; what is not given is none.',
    ...alertId,
    body: quietInput,
    reply: z.object({}),
  }),
  nets: get('/org/:orgId/net-alert-settings/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Quiet times and outage settings of all networks',
    description: 'In short, for a list; `/net/:netId/quiet/` and `/net/:netId/outage-settings/` have all of it.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        name: z.string().describe('Name of the network.'),
        isLimited: z.boolean().describe('Whether people are told only at certain hours.'),
        windowCount: z.number().describe('How many maintenance windows it has.'),
        afterMinutes: z.number().describe('Minutes for which it must be away before that is an outage.'),
        policyId: idOf.policy.optional(),
      }),
    ),
  }),
  netQuiet: get('/net/:netId/quiet/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'When nobody is told of what is behind a network',
    description: 'Holds for alerts about its devices and about the network itself.',
    ...netId,
    reply: quiet,
  }),
  changeNetQuiet: post('/net/:netId/quiet/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Change when nobody is told of what is behind a network',
    description: 'In place of what was said before; what is not given is none.',
    ...netId,
    body: quietInput,
    reply: z.object({}),
  }),
  netOutage: get('/net/:netId/outage-settings/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Who is told that a network is out',
    description: 'Every outage is in the log of alerts, as a failure; people are told where a policy is named.',
    ...netId,
    reply: z.object({
      afterMinutes: z.number().describe('Minutes for which it must be away, 1 to 1440.'),
      policyId: idOf.policy.optional(),
    }),
  }),
  changeNetOutage: post('/net/:netId/outage-settings/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Say who is told that a network is out',
    description:
      'By an escalation policy, step by step until somebody confirms, and once it is over. Quiet times of the network hold for it.',
    errors: { ObjectNotFound: 'there is no such network or policy.' },
    ...netId,
    body: z.object({
      afterMinutes: z.int().min(1).max(1440).describe('Minutes for which it must be away, 1 to 1440.'),
      policyId: idNumber.nullable().describe('Id of the escalation policy; null: nobody is told.'),
    }),
    reply: z.object({}),
  }),
}
