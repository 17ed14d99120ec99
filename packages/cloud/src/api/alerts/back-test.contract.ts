import { id, idNumber, instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../access/words.ts'
import { actionTypes } from '../../alerts/alert.ts'
import { backwards, isForward } from '../readings/span.ts'
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
    summary:
      `What an alert would have done: the body is that of its creation, and from when till when, at most ${daysMax} days, of at most ` +
      `${backTestParamsMax} parameters. Nothing is stored or sent. Silence counts from when a parameter was first read, or could not be. \`isCut\`: there was more than is told here`,
    params: z.object({ orgId: id }),
    body: definition
      .extend({ from: instant, till: instant })
      .refine(isForward, backwards)
      .refine(({ from, till }) => till.getTime() - from.getTime() <= daysMax * dayMs, {
        path: ['till'],
        message: `must be at most ${daysMax} days after from`,
      }),
    reply: z.union([
      z.object({
        result: z.literal('success'),
        errors: z.object({}),
        episodes: z.array(
          z.object({
            startedOn: timestamp,
            resolvedOn: timestamp.optional(),
            values: z.array(
              z.object({
                on: timestamp,
                paramId: idNumber,
                isTriggered: z.boolean(),
                value: z.number().optional(),
                reason: z.string().optional(),
              }),
            ),
          }),
        ),
        messages: z.array(
          z.object({
            on: timestamp,
            stage: z.string(),
            type: z.enum(actionTypes),
            recepient: z.string().optional(),
            paramId: idNumber.optional(),
            value: z.union([z.number(), z.string()]).optional(),
          }),
        ),
        isCut: z.boolean(),
      }),
      z.object({ result: z.literal('error'), errors: z.record(z.string(), z.string()) }),
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
