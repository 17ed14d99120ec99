import { conditionKinds, logLevels } from '@busbar/alerts/model'
import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../accounts/access/access-contract.ts'
import { idOf, paramIds } from '../fields/fields.ts'
import { backwards, isForward, span } from './span.ts'

/** Of each kind; a chart has no room for more. */
export const annotationsMax = 500

const logAs = z.enum(logLevels).describe('Level as which it is logged.')
const name = z.string().describe('Name of the alert.')

export const annotations = {
  list: post('/readings/annotations/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'What belongs beside readings in a chart',
    description:
      'Conditions of alerts on the parameters as they are now, times in which these alerts were active, and values that were written. Of each the 500 newest at most.',
    body: z.object({ paramIds, ...span }).refine(isForward, backwards),
    reply: z.object({
      conditions: z
        .array(
          z.object({
            alertId: idOf.alert,
            paramId: idOf.param,
            name,
            logAs,
            isEnabled: z.boolean().describe('Whether the alert is judged.'),
            kind: z.enum(conditionKinds).describe('Kind of comparison.'),
            value: z.number().describe('Limit, seconds, bit or change, by the kind.'),
          }),
        )
        .describe('Conditions of alerts.'),
      episodes: z
        .array(
          z.object({
            alertId: idOf.alert,
            name: z.string().describe('Name of the alert, as it was then.'),
            logAs,
            startedOn: timestamp.describe('When the alert became active.'),
            endedOn: timestamp.nullable().describe('When it was over; null while it is not.'),
          }),
        )
        .describe('Times in which alerts were active that touch the span, newest first.'),
      writes: z
        .array(
          z.object({
            paramId: idOf.param,
            on: timestamp.describe('When it was about to be sent.'),
            userName: z
              .string()
              .describe('Who wrote it: name of the user, as it was then; empty for the service itself.'),
            before: z.string().nullable().describe('Value before, with its unit or label; null where there was none.'),
            value: z.string().describe('Value that was to be written, with its unit or label.'),
            outcome: z
              .enum(['done', 'refused', 'not-sent', 'unclear'])
              .nullable()
              .describe('What became of it; null while that is not known.'),
          }),
        )
        .describe('Values that were written in the span, newest first.'),
    }),
    example: { body: { paramIds: [7], from: '2026-11-14T00:00:00Z', till: '2026-11-15T00:00:00Z' } },
  }),
}
