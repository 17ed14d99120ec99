import { actionTypes } from '@busbar/alerts/model'
import { instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId, refused, success } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'
import { definition } from '../definition/definition.contract.ts'

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
    summary: 'What an alert would have done',
    description:
      'Judges recorded readings by an alert that need not exist: the body is that of its creation, with a span of at most 92 days and at most 5 parameters and 1,000,000 readings. Nothing is stored or sent. Silence counts from when a parameter was first read, or could not be. Two run at once.',
    errors: { TooManyRequests: 'two back-tests run already; try again in a few seconds.' },
    params: z.object({ orgId: pathId.org }),
    body: definition
      .extend({
        from: instant.describe('Beginning of the span.'),
        till: instant.describe('End of the span, at most 92 days later.'),
      })
      .refine(isForward, backwards)
      .refine(({ from, till }) => till.getTime() - from.getTime() <= daysMax * dayMs, {
        path: ['till'],
        message: `must be at most ${daysMax} days after from`,
      }),
    reply: z.union([
      z.object({
        result: z.literal('success').describe('It was worked out.'),
        errors: success.errors,
        episodes: z
          .array(
            z.object({
              startedOn: timestamp.describe('When it would have become active.'),
              resolvedOn: timestamp.optional().describe('When it would have been over; missing where it was not.'),
              values: z
                .array(
                  z.object({
                    on: timestamp.describe('When.'),
                    paramId: idOf.param,
                    isTriggered: z.boolean().describe('Whether the condition held with it.'),
                    value: z.number().optional().describe('Value that was read.'),
                    reason: z.string().optional().describe('Why it could not be read.'),
                  }),
                )
                .describe('Readings that made it so.'),
            }),
          )
          .describe('Times in which it would have been active.'),
        messages: z
          .array(
            z.object({
              on: timestamp.describe('When.'),
              stage: z.string().describe('Stage of the alert: `active`, `confirmed`, `not-confirmed` or `resolved`.'),
              type: z.enum(actionTypes).describe('What would have been done.'),
              recepient: z.string().optional().describe('Phone number, e-mail address or URL.'),
              paramId: idOf.param.optional(),
              value: z
                .union([z.number(), z.string()])
                .optional()
                .describe('Of `write-param`: value that would have been written.'),
            }),
          )
          .describe('Messages that would have been sent.'),
        isCut: z.boolean().describe('Whether there was more than is told here.'),
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
