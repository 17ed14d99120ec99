import { instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'

export const degreeDaysSetting = z.object({
  paramId: idOf.param.describe('Id of the parameter that shows the temperature outdoors, in degrees Celsius.'),
  kind: z.enum(['heating', 'cooling']).describe('Whether days below the base count, or above it.'),
  base: z.number().min(-20).max(40).describe('Base temperature in degrees Celsius, such as 15 for heating.'),
})
export type DegreeDaysSetting = z.output<typeof degreeDaysSetting>

const treeId = { params: z.object({ treeId: uuidOf.tree }) }

export const treeDegreeDays = {
  get: get('/sense/hierarchy/tree/:treeId/degree-days/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'By what the degree days of a tree are counted',
    description: 'A temperature that is measured outdoors, and the base from which days count.',
    ...treeId,
    reply: z.object({ setting: degreeDaysSetting.nullable().describe('The setting; null where there is none.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/degree-days/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change by what degree days are counted',
    description: 'Figures of the past follow it.',
    errors: { ObjectNotFound: 'there is no such tree or parameter.' },
    ...treeId,
    body: z.object({ setting: degreeDaysSetting.nullable().describe('The setting; null takes it away.') }),
    reply: z.object({}),
    example: { body: { setting: null } },
  }),
  read: get('/sense/aggregation/tree/:treeId/degree-days/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Degree days of a span',
    description:
      'Of each whole day the mean of its hourly means, and by how much that is below the base (heating) or above it (cooling).',
    errors: { IncorrectRequest: 'the span is longer than 370 days.' },
    ...treeId,
    query: z
      .object({
        from: instant.optional().describe('Beginning of the span; of this month if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      setting: degreeDaysSetting.nullable().describe('By what they are counted; null where the tree does not say it.'),
      days: z
        .array(
          z.object({
            from: timestamp.describe('Beginning of the day.'),
            mean: z.number().nullable().describe('Mean temperature; null where less than 18 hours were read.'),
            degreeDays: z.number().nullable().describe('Degree days of the day; null where the mean is not known.'),
          }),
        )
        .describe('Days of the span that are over.'),
      total: z
        .number()
        .nullable()
        .describe('Degree days of all of them; null where one is not known, or there is none.'),
      known: z.number().describe('Days of which they are known.'),
    }),
  }),
}
