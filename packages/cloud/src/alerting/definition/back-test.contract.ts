import { actionTypes } from '@busbar/alerts/channels'
import { instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId, refused, success } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'
import { definition } from './definition.contract.ts'

const daysMax = 92
const dayMs = 86_400_000
export const backTestParamsMax = 5
export const backTestReadingsMax = 1_000_000

export const backTest = {
  run: post('/org/:orgId/alerts/back-test/', {
    access: 'manager',
    object: 'org',
    extension: true,
    cost: 20,
    summary: 'Test an alert on history',
    description:
      'Evaluates recorded readings with an alert that need not exist: the body is the one for creating an alert, with a period of at most 92 days, at most 5 parameters and 1,000,000 readings. Nothing is stored or sent. The time without readings counts from the first poll of a parameter. At most two tests run at the same time.',
    errors: { TooManyRequests: 'two back-tests run already; try again in a few seconds.' },
    params: z.object({ orgId: pathId.org }),
    body: definition
      .extend({
        from: instant.describe('Start of the period.'),
        till: instant.describe('End of the period, at most 92 days after its start.'),
      })
      .refine(isForward, backwards)
      .refine(({ from, till }) => till.getTime() - from.getTime() <= daysMax * dayMs, {
        path: ['till'],
        message: `must be at most ${daysMax} days after from`,
      }),
    reply: z.union([
      z.object({
        result: z.literal('success').describe('The result is complete.'),
        errors: success.errors,
        episodes: z
          .array(
            z.object({
              startedOn: timestamp.describe('Time when it would have fired.'),
              resolvedOn: timestamp
                .optional()
                .describe('Time when it would have resolved; missing if it would still be firing.'),
              values: z
                .array(
                  z.object({
                    on: timestamp.describe('When.'),
                    paramId: idOf.param,
                    isTriggered: z.boolean().describe('Whether the reading met the condition.'),
                    value: z.number().optional().describe('Value of the reading.'),
                    reason: z.string().optional().describe('Why the read failed.'),
                  }),
                )
                .describe('Readings that caused it to fire.'),
            }),
          )
          .describe('Periods in which it would have been firing.'),
        messages: z
          .array(
            z.object({
              on: timestamp.describe('When.'),
              stage: z.string().describe('Stage of the alert: `active`, `confirmed`, `not-confirmed` or `resolved`.'),
              type: z.enum(actionTypes).describe('Action type.'),
              recepient: z.string().optional().describe('Phone number, e-mail address or URL.'),
              paramId: idOf.param.optional(),
              value: z
                .union([z.number(), z.string()])
                .optional()
                .describe('For `write-param`: value that would have been written.'),
            }),
          )
          .describe('Notifications that would have been sent.'),
        isCut: z.boolean().describe('Whether the result was truncated.'),
      }),
      refused,
    ]),
    example: {
      body: {
        name: 'Overvoltage',
        conditionLogic: 'any',
        logAs: 'failure',
        conditions: [{ paramId: 7, kind: 'g', value: 250, holdSec: 30 }],
        actions: [],
        from: '2026-11-01T00:00:00Z',
        till: '2026-11-14T00:00:00Z',
      },
    },
  }),
}
