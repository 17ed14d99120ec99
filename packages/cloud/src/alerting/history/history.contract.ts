import { messageTypes } from '@busbar/alerts/channels'
import { conditionKinds, followUpStages, holdReasons, logLevels } from '@busbar/alerts/model'
import { idNumber, ids, instant, integer, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const recentMax = 100
export const conditionsShownMax = 5
export const occurrencesShownMax = 100
export const barsMax = 1000
export const messagesMax = 200

const occurrence = z.object({
  id: idNumber.describe('Log record ID.'),
  startedOn: timestamp.describe('Time when the alert fired.'),
  resolvedOn: timestamp.nullable().describe('Time when the alert resolved; null while it is firing.'),
})

const shownCondition = z.object({
  paramId: idOf.param,
  paramName: z.string().describe('Parameter name, in the requested language.'),
  deviceId: idOf.device,
  deviceName: z.string().describe('Device name.'),
  netId: idOf.net,
  netName: z.string().describe('Network name.'),
  kind: z.enum(conditionKinds).describe('Comparison type.'),
  limit: z
    .string()
    .describe('Limit with its unit, in the requested language; for `no-data` the seconds, for bits the bit number.'),
  holdSec: z.number().describe('Fire delay in seconds; for `change-over` the period of the change.'),
  isTriggered: z.boolean().describe('Whether the condition is met now.'),
  value: z
    .object({
      text: z.string().describe('Last value with its unit, in the requested language.'),
      readOn: timestamp.describe('Time of the reading.'),
    })
    .optional()
    .describe('Last value; missing without one.'),
  error: z
    .object({ reason: z.string().describe('Reason, such as `Timeout`.'), on: timestamp.describe('When.') })
    .optional()
    .describe('Why the last read failed; missing if it succeeded.'),
  updatePeriodSec: z.number().describe('Polling period of the device in seconds.'),
})

const span = z.object({
  kind: z
    .enum(['held', 'unjudged'])
    .describe('Whether notifications were delayed, or values were too old for evaluation.'),
  why: z.enum(holdReasons).optional().describe('Reason for the delay.'),
  from: timestamp.describe('Start.'),
  till: timestamp.nullable().describe('End; null while ongoing.'),
})

const message = z.object({
  id: idNumber.describe('Notification ID.'),
  stage: z.enum(['active', ...followUpStages]).describe('Stage that it reports.'),
  type: z.enum(messageTypes).describe('Channel.'),
  to: z.string().describe('Contact or address; only the host of a webhook. Empty for a device write.'),
  dueOn: timestamp.describe('Time when it was due.'),
  sentOn: timestamp.nullable().describe('Time when it was, or may have been, sent; null if it was not sent.'),
  state: z
    .enum(['waiting', 'sending', 'sent', 'failed', 'dropped', 'unclear', 'digested'])
    .describe('Result; `digested`: merged into another notification.'),
  attempts: z.number().describe('Number of attempts.'),
  reason: z.string().optional().describe('Reason, in the requested language.'),
})

/** History of alerts, for lists and charts. */
export const alertHistory = {
  recent: get('/org/:orgId/alerts/recent/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Conditions and recent events of alerts',
    description:
      'For alert lists: the first five conditions of each alert with limits and last values, and its newest 100 events. Alerts of other organizations are omitted.',
    params: z.object({ orgId: pathId.org }),
    query: z.object({
      alertIds: ids(recentMax).describe('Comma-separated alert IDs, at most 100.'),
      hours: integer(1, 168).optional().describe('Period in hours, 1 to 168; 48 by default.'),
      lang: lang.optional(),
    }),
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        createdOn: timestamp.describe('Creation time; the alert was not evaluated before.'),
        conditionCount: z.number().describe('Number of conditions.'),
        conditions: z.array(shownCondition).describe('The first conditions, at most 5; those that are met come first.'),
        occurrences: z.array(occurrence).describe('Events in the period, newest first.'),
      }),
    ),
  }),
  timeline: get('/alert/:alertId/timeline/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'Events of an alert',
    description:
      'Alert events of a period, newest first: acknowledgements, times in which notifications were delayed or evaluation was impossible, and the result of each notification, at most 200 per event. `bars` covers the whole period, at most the newest 1000 events.',
    params: z.object({ alertId: pathId.alert }),
    query: z.object({
      from: instant.optional().describe('Start of the period; 30 days before its end by default.'),
      till: instant.optional().describe('End of the period; now by default.'),
      page: integer(1, 1_000_000).optional().describe('Page number, from 1; 1 by default.'),
      itemsOnPage: integer(1, 100).optional().describe('Events per page, 1 to 100; 25 by default.'),
      lang: lang.optional(),
    }),
    reply: z.object({
      createdOn: timestamp
        .optional()
        .describe('Creation time of the alert; it was not evaluated before. Missing if it was deleted.'),
      from: timestamp.describe('Start of the period.'),
      till: timestamp.describe('End of the period.'),
      bars: z
        .array(occurrence.extend({ logAs: z.enum(logLevels).describe('Log level.') }))
        .describe('All events of the period, newest first, at most 1000.'),
      occurrences: z
        .array(
          occurrence.extend({
            logAs: z.enum(logLevels).describe('Log level.'),
            how: z
              .enum(['resolved', 'disabled', 'deleted'])
              .optional()
              .describe('How it ended; missing while it is firing.'),
            confirmed: z
              .object({
                on: timestamp.describe('When.'),
                from: z.string().describe('User name, or the channel used for acknowledging.'),
                comment: z.string().optional().describe('Comment of the user.'),
              })
              .optional()
              .describe('The acknowledgement; missing without one.'),
            spans: z.array(span).describe('Times in which notifications were delayed or evaluation was impossible.'),
            messages: z.array(message).describe('Results of its notifications.'),
          }),
        )
        .describe('Events of this page, newest first.'),
      total: z.number().describe('Total number of events in the period.'),
      currentPage: z.number().describe('Page number, from 1.'),
      itemsOnPage: z.number().describe('Events per page.'),
    }),
  }),
}
