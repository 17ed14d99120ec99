import { hasInvisible } from '@busbar/kit/visible-text'
import { lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { reportId, segment } from '../reports/reports.contract.ts'

const recipientsMax = 20
const address = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/, 'must be an e-mail address')
  .refine((text) => !hasInvisible(text), 'must have no invisible characters')

const every = z.enum(['week', 'month']).describe('Whether a weekly or a monthly report is sent after its end.')
const formats = z
  .array(z.enum(['xlsx', 'csv', 'html']))
  .min(1)
  .max(3)
  .refine((some) => new Set(some).size === some.length, 'must not repeat')
  .describe('Attachment: a workbook, a CSV table, or a printable page.')
const language = lang.describe('Language of the e-mail and its attachment.')

export const schedule = z
  .object({
    every,
    day: z
      .int()
      .min(1)
      .max(28)
      .describe('Day of sending: day of the week, 1 for Monday, or day of the month, 1 to 28.'),
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00')
      .describe("Time of sending, in the organization's time zone."),
    recipients: z
      .array(address)
      .min(1)
      .max(recipientsMax)
      .refine((some) => new Set(some.map((one) => one.toLowerCase())).size === some.length, 'must not repeat')
      .describe('E-mail addresses, at most 20; each receives a separate e-mail.'),
    formats,
    language,
    segment,
    warnBelow: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .describe('Coverage in percent below which the subject reports missing data; null for never.'),
  })
  .refine(({ every: turn, day }) => turn === 'month' || day <= 7, {
    path: ['day'],
    message: 'must be 1 to 7 for a week',
  })
export type Schedule = z.output<typeof schedule>

/** Reports that go out by mail. */
export const reportMails = {
  get: get('/resource-report/:reportId/schedule/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'Get the e-mail schedule of a report',
    description: 'Recipients, frequency and attachment.',
    ...reportId,
    reply: z.object({
      schedule: schedule.nullable().describe('Schedule; null without one.'),
      nextOn: timestamp.nullable().describe('Time of the next e-mail; null without one.'),
      sendsMail: z.boolean().describe('Whether the installation sends e-mail (`--smtp`).'),
      addresses: z
        .array(
          z.object({
            address: z.string().describe('E-mail address of a recipient.'),
            state: z
              .enum(['confirmed', 'asked', 'refused'])
              .describe(
                '`confirmed`: a member, or the recipient has agreed; `asked`: a confirmation e-mail was sent and not answered; `refused`: the recipient has declined.',
              ),
          }),
        )
        .describe('Consent of the recipients. Only confirmed recipients receive reports.'),
    }),
  }),
  change: post('/resource-report/:reportId/schedule/', {
    access: 'manager',
    object: 'report',
    extension: true,
    summary: 'Set the e-mail schedule of a report',
    description:
      'Each week or month is sent once after its end, even if the service was stopped at that time. Recipients who are not members have to confirm by e-mail first; after a change more than a day later they are asked again. The user who changed it is notified if an address is unreachable. Null ends the schedule.',
    ...reportId,
    body: z.object({ schedule: schedule.nullable().describe('Schedule; null for none.') }),
    reply: z.object({ nextOn: timestamp.nullable().describe('Time of the next e-mail; null without a schedule.') }),
    example: {
      body: {
        schedule: {
          every: 'month',
          day: 1,
          at: '06:00',
          recipients: ['office@example.org'],
          formats: ['xlsx', 'html'],
          language: 'en',
          segment: 'day',
          warnBelow: 95,
        },
      },
    },
  }),
  sent: get('/resource-report/:reportId/sent/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'List the sent e-mails of a report',
    description: 'Newest first, at most 200.',
    ...reportId,
    reply: z.array(
      z.object({
        from: timestamp.describe('Start of the period.'),
        till: timestamp.describe('End of the period.'),
        isTest: z.boolean().describe('Whether it was sent manually.'),
        recipient: z.string().describe('E-mail address.'),
        state: z
          .enum(['waiting', 'sent', 'failed', 'unclear'])
          .describe('Result; `unclear`: the mail server did not confirm whether it accepted the e-mail.'),
        reason: z.string().optional().describe('Why it is waiting or failed, as reported by the mail server.'),
        isUnanswered: z
          .boolean()
          .optional()
          .describe("Whether it is waiting for the recipient's confirmation; discarded after 30 days."),
        createdOn: timestamp.describe('Time when it was due.'),
        sentOn: timestamp.optional().describe('Time when the mail server accepted it.'),
        coverage: z.number().optional().describe('Share of the time with readings, 0 to 1.'),
      }),
    ),
  }),
  sendNow: post('/resource-report/:reportId/send-now/', {
    access: 'manager',
    object: 'report',
    extension: true,
    summary: 'Send a report now',
    description:
      'Sends the last full week or month to one address as a test, without affecting the schedule. A recipient who is not a member has to confirm first. At most 20 per hour and organization.',
    errors: { IncorrectRequest: 'the installation sends no mails, or there were too many.' },
    ...reportId,
    body: z.object({
      recipient: address.describe('E-mail address.'),
      every,
      formats,
      language,
      segment,
    }),
    reply: z.object({}),
    example: {
      body: { recipient: 'office@example.org', every: 'month', formats: ['xlsx'], language: 'en', segment: 'day' },
    },
  }),
}
