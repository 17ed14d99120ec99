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
        fromMinute: z.int().min(0).max(1439).describe('Start in minutes of the day, 0 to 1439.'),
        tillMinute: z.int().min(0).max(1440).describe('End in minutes of the day, 0 to 1440.'),
      }),
    )
    .min(1)
    .max(50)
    .describe('Active hours; hours whose end is not after their start continue past midnight.'),
})

const windowsMax = 100
const windowInput = z
  .object({
    from: instant.describe('Start of the maintenance.'),
    till: instant.describe('End of the maintenance, after its start.'),
  })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

/** When no messages are sent: outside the active hours, and in maintenance. What is not given is none. */
export const quietInput = z.object({
  activeHours: activeHours
    .extend({ timeZone: timeZone.describe('Time zone of the hours, such as `Europe/Kyiv`.') })
    .nullable()
    .optional()
    .describe('Hours in which notifications are sent; null or omitted for all hours.'),
  windows: z
    .array(windowInput)
    .max(windowsMax)
    .optional()
    .describe('Maintenance windows without notifications, at most 100.'),
})
export type QuietInput = z.output<typeof quietInput>

export const quiet = z
  .object({
    activeHours: activeHours.optional().describe('Hours in which notifications are sent; missing for all hours.'),
    windows: z
      .array(z.object({ from: timestamp.describe('Beginning.'), till: timestamp.describe('End.') }))
      .describe('Maintenance windows without notifications.'),
  })
  .meta({
    id: 'QuietTimes',
    description: 'Times without notifications: outside the active hours, and during maintenance.',
  })

/** Times and channels of messages about alerts. */
export const alertSettings = {
  webhookSecret: get('/org/:orgId/webhook-secret/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Get the webhook signing key',
    description:
      'Use it to verify webhooks: the header `X-Busbar-Signature` is `sha256=` followed by the HMAC-SHA256 of the header `X-Busbar-Timestamp`, a dot and the body.',
    errors: { Unavailable: 'the key is sealed and cannot be opened.' },
    ...orgId,
    reply: z.object({ secret: z.string().describe('The key, as text.') }),
    hasSecrets: true,
  }),
  rotateWebhookSecret: post('/org/:orgId/webhook-secret/rotate/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Replace the webhook signing key',
    description:
      'All following webhooks, including retries, are signed with the new key; the old key becomes invalid. Your programs need the new key to verify webhooks.',
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
      'Sets whether SMS are sent and their monthly cost limit; the limit of the installation applies by default. No SMS are sent above the limit, and the log reports it.',
    errors: {
      NotAuthorized: 'the caller is not a manager, or the installation has disabled SMS for the organization.',
    },
    ...orgId,
    body: z.object({
      disableSms: z.boolean().describe('True to disable SMS.'),
      limit: z
        .number()
        .min(0)
        .max(1000)
        .optional()
        .describe('Monthly cost limit, 0 to 1000; the limit of the installation by default.'),
    }),
    reply: z.object({}),
  }),
  get: get('/org/:orgId/alert-settings/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Alert settings of an organization',
    description: 'Settings for all alerts of the organization.',
    ...orgId,
    reply: z.object({
      isOutageHeldBack: z
        .boolean()
        .describe(
          'Whether notifications about values missing because of a network outage are delayed for half a minute and merged.',
        ),
      disableSms: z.boolean().describe('Whether SMS are disabled.'),
      limit: z
        .number()
        .optional()
        .describe('Monthly SMS cost limit; missing if the limit of the installation applies.'),
      isSmsOffByInstallation: z.boolean().describe('Whether the installation has disabled SMS for the organization.'),
    }),
  }),
  change: post('/org/:orgId/alert-settings/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change alert settings of an organization',
    description:
      'Sets whether notifications about values missing because of a network outage are delayed for half a minute and merged into one per recipient. Critical alerts are never delayed.',
    ...orgId,
    body: z.object({ isOutageHeldBack: z.boolean().describe('True to delay and merge them.') }),
    reply: z.object({}),
  }),
  alertQuiet: get('/alert/:alertId/quiet/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'Quiet times of an alert',
    description: 'The alert is still evaluated and logged.',
    ...alertId,
    reply: quiet,
  }),
  changeAlertQuiet: post('/alert/:alertId/quiet/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Change the quiet times of an alert',
    description: 'Replaces active hours and maintenance windows; an omitted part is removed.',
    ...alertId,
    body: quietInput,
    reply: z.object({}),
  }),
  nets: get('/org/:orgId/net-alert-settings/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Quiet times and outage settings of all networks',
    description: 'Summary for lists; `/net/:netId/quiet/` and `/net/:netId/outage-settings/` return the details.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        name: z.string().describe('Name of the network.'),
        isLimited: z.boolean().describe('Whether notifications are limited to certain hours.'),
        windowCount: z.number().describe('Number of maintenance windows.'),
        afterMinutes: z.number().describe('Minutes without a connection that count as an outage.'),
        policyId: idOf.policy.optional(),
      }),
    ),
  }),
  netQuiet: get('/net/:netId/quiet/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Quiet times of a network',
    description: 'Apply to alerts of its devices and of the network itself.',
    ...netId,
    reply: quiet,
  }),
  changeNetQuiet: post('/net/:netId/quiet/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Change the quiet times of a network',
    description: 'Replaces the previous settings; an omitted part is removed.',
    ...netId,
    body: quietInput,
    reply: z.object({}),
  }),
  netOutage: get('/net/:netId/outage-settings/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Outage notifications of a network',
    description:
      'Every outage is in the alert log as a failure; recipients are notified if an escalation policy is set.',
    ...netId,
    reply: z.object({
      afterMinutes: z.number().describe('Minutes without a connection that count as an outage, 1 to 1440.'),
      policyId: idOf.policy.optional(),
    }),
  }),
  changeNetOutage: post('/net/:netId/outage-settings/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Change the outage notifications of a network',
    description:
      'Recipients are notified by an escalation policy, step by step until the outage is acknowledged, and when it ends. Quiet times of the network apply.',
    errors: { ObjectNotFound: 'there is no such network or policy.' },
    ...netId,
    body: z.object({
      afterMinutes: z
        .int()
        .min(1)
        .max(1440)
        .describe('Minutes without a connection that count as an outage, 1 to 1440.'),
      policyId: idNumber.nullable().describe('Escalation policy ID; null for no notifications.'),
    }),
    reply: z.object({}),
  }),
}
