import { conditionKinds, followUpStages, holdReasons, logLevels } from '@busbar/alerts/model'
import { messageTypes } from '@busbar/messaging/message'
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
  id: idNumber.describe('Id of the log record.'),
  startedOn: timestamp.describe('When the alert became active.'),
  resolvedOn: timestamp.nullable().describe('When it was over; null while it is not.'),
})

const shownCondition = z.object({
  paramId: idOf.param,
  paramName: z.string().describe('Name of the parameter, in the language asked for.'),
  deviceId: idOf.device,
  deviceName: z.string().describe('Name of the device.'),
  netId: idOf.net,
  netName: z.string().describe('Name of the network.'),
  kind: z.enum(conditionKinds).describe('Kind of comparison.'),
  limit: z
    .string()
    .describe(
      'Limit with its unit, in the language asked for; of `no-data` the seconds, of bits the number of the bit.',
    ),
  holdSec: z.number().describe('Seconds for which it must be so; of `change-over` the span of the change.'),
  isTriggered: z.boolean().describe('Whether the condition holds now.'),
  value: z
    .object({
      text: z.string().describe('Last value with its unit, in the language asked for.'),
      readOn: timestamp.describe('When it was read.'),
    })
    .optional()
    .describe('Last value that was read; missing where there is none.'),
  error: z
    .object({ reason: z.string().describe('Why, such as `Timeout`.'), on: timestamp.describe('When.') })
    .optional()
    .describe('Why the latest reading failed; missing where it did not.'),
  updatePeriodSec: z.number().describe('Seconds from one background reading of the device to the next.'),
})

const span = z.object({
  kind: z.enum(['held', 'unjudged']).describe('Messages waited, or values were too old to say whether it goes on.'),
  why: z.enum(holdReasons).optional().describe('Why messages waited.'),
  from: timestamp.describe('From when.'),
  till: timestamp.nullable().describe('Until when; null while it is so.'),
})

const message = z.object({
  id: idNumber.describe('Id of the message.'),
  stage: z.enum(['active', ...followUpStages]).describe('What it tells of.'),
  type: z.enum(messageTypes).describe('Channel.'),
  to: z.string().describe('Contact or address; of a webhook only the host. Empty for a write.'),
  dueOn: timestamp.describe('When it was due.'),
  sentOn: timestamp.nullable().describe('When it left, or last may have; null where it did not.'),
  state: z
    .enum(['waiting', 'sending', 'sent', 'failed', 'dropped', 'unclear', 'digested'])
    .describe('What became of it; `digested`: it goes along with others.'),
  attempts: z.number().describe('How often it was tried.'),
  reason: z.string().optional().describe('Why, in the language asked for.'),
})

/** What became of alerts, for lists and charts. */
export const alertHistory = {
  recent: get('/org/:orgId/alerts/recent/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'What alerts look at, and their last hours',
    description:
      'For a list of alerts: the first five conditions of each with limits and last values, and when it was active of late, the newest 100 times of each. Alerts that are not of the organization are left out.',
    params: z.object({ orgId: pathId.org }),
    query: z.object({
      alertIds: ids(recentMax).describe('Ids of alerts with commas between, at most 100.'),
      hours: integer(1, 168).optional().describe('How far back, 1 to 168 hours; 48 if left out.'),
      lang: lang.optional(),
    }),
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        createdOn: timestamp.describe('When it was created; before, it was not evaluated.'),
        conditionCount: z.number().describe('How many conditions it has.'),
        conditions: z.array(shownCondition).describe('The first of them, at most 5; those that hold come first.'),
        occurrences: z.array(occurrence).describe('When it was active in that time, newest first.'),
      }),
    ),
  }),
  timeline: get('/alert/:alertId/timeline/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'When an alert was active',
    description:
      'Its occurrences in a span, newest first: who confirmed them, when messages waited or it could not be judged, and what became of each message, 200 of an occurrence at most. `bars` has all of the span, the newest 1000.',
    params: z.object({ alertId: pathId.alert }),
    query: z.object({
      from: instant.optional().describe('Beginning of the span; 30 days before its end if left out.'),
      till: instant.optional().describe('End of the span; the present if left out.'),
      page: integer(1, 1_000_000).optional().describe('Page to answer, from 1; 1 if left out.'),
      itemsOnPage: integer(1, 100).optional().describe('Occurrences of a page, 1 to 100; 25 if left out.'),
      lang: lang.optional(),
    }),
    reply: z.object({
      createdOn: timestamp
        .optional()
        .describe('When the alert was created; before, it was not evaluated. Missing if it was deleted meanwhile.'),
      from: timestamp.describe('Beginning of the span.'),
      till: timestamp.describe('End of the span.'),
      bars: z
        .array(occurrence.extend({ logAs: z.enum(logLevels).describe('Level as which it is logged.') }))
        .describe('All occurrences of the span, newest first, at most 1000.'),
      occurrences: z
        .array(
          occurrence.extend({
            logAs: z.enum(logLevels).describe('Level as which it is logged.'),
            how: z
              .enum(['resolved', 'disabled', 'deleted'])
              .optional()
              .describe('How it ended; missing while it goes on.'),
            confirmed: z
              .object({
                on: timestamp.describe('When.'),
                from: z.string().describe('User name, or the channel by which it was confirmed.'),
                comment: z.string().optional().describe('What the person had to say.'),
              })
              .optional()
              .describe('Who confirmed it; missing where nobody has.'),
            spans: z.array(span).describe('When messages waited, and when it could not be judged.'),
            messages: z.array(message).describe('What became of messages about it.'),
          }),
        )
        .describe('Occurrences of the page, newest first.'),
      total: z.number().describe('Occurrences of the span in all.'),
      currentPage: z.number().describe('Page that is answered, from 1.'),
      itemsOnPage: z.number().describe('Occurrences of a page.'),
    }),
  }),
}
