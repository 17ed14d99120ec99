import { conditionKinds, logLevels } from '@busbar/alerts/model'
import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../accounts/access/access-contract.ts'
import { idOf, paramIds } from '../fields/fields.ts'
import { backwards, isForward, span } from './span.ts'

/** Maximum per type; a chart has no room for more. */
export const annotationsMax = 500

const logAs = z.enum(logLevels).describe('Log level.')
const name = z.string().describe('Alert name.')

export const annotations = {
  list: post('/readings/annotations/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'Chart annotations',
    description:
      'Current alert conditions on the parameters, times in which these alerts were firing, and values written. At most the newest 500 of each.',
    body: z.object({ paramIds, ...span }).refine(isForward, backwards),
    reply: z.object({
      conditions: z
        .array(
          z.object({
            alertId: idOf.alert,
            paramId: idOf.param,
            name,
            logAs,
            isEnabled: z.boolean().describe('Whether the alert is enabled.'),
            kind: z.enum(conditionKinds).describe('Comparison type.'),
            value: z.number().describe('Limit, seconds, bit or change, depending on the type.'),
          }),
        )
        .describe('Alert conditions.'),
      episodes: z
        .array(
          z.object({
            alertId: idOf.alert,
            name: z.string().describe('Name of the alert at that time.'),
            logAs,
            startedOn: timestamp.describe('Time when the alert fired.'),
            endedOn: timestamp.nullable().describe('Time when the alert resolved; null while it is firing.'),
          }),
        )
        .describe('Alert events that overlap the period, newest first.'),
      writes: z
        .array(
          z.object({
            paramId: idOf.param,
            on: timestamp.describe('Time just before it was sent.'),
            userName: z
              .string()
              .describe('User who wrote it, with the name at that time; empty for the service itself.'),
            before: z.string().nullable().describe('Previous value with its unit or label; null without one.'),
            value: z.string().describe('Written value with its unit or label.'),
            outcome: z
              .enum(['done', 'refused', 'not-sent', 'unclear'])
              .nullable()
              .describe('Outcome; null while unknown.'),
          }),
        )
        .describe('Values written in the period, newest first.'),
    }),
    example: { body: { paramIds: [7], from: '2026-11-14T00:00:00Z', till: '2026-11-15T00:00:00Z' } },
  }),
}
