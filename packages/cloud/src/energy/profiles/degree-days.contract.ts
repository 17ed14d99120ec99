import { instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'

export const degreeDaysSetting = z.object({
  paramId: idOf.param.describe('ID of the outdoor temperature parameter, in degrees Celsius.'),
  kind: z.enum(['heating', 'cooling']).describe('Whether days below the base (heating) or above it (cooling) count.'),
  base: z.number().min(-20).max(40).describe('Base temperature in degrees Celsius, such as 15 for heating.'),
})
export type DegreeDaysSetting = z.output<typeof degreeDaysSetting>

const treeId = { params: z.object({ treeId: uuidOf.tree }) }

export const treeDegreeDays = {
  get: get('/sense/hierarchy/tree/:treeId/degree-days/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Degree day settings of a tree',
    description: 'The outdoor temperature and the base temperature.',
    ...treeId,
    reply: z.object({ setting: degreeDaysSetting.nullable().describe('Settings; null without.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/degree-days/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change the degree day settings of a tree',
    description: 'Past figures are recalculated.',
    errors: { ObjectNotFound: 'there is no such tree or parameter.' },
    ...treeId,
    body: z.object({ setting: degreeDaysSetting.nullable().describe('Settings; null removes them.') }),
    reply: z.object({}),
    example: { body: { setting: null } },
  }),
  read: get('/sense/aggregation/tree/:treeId/degree-days/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Degree days of a period',
    description:
      'For each full day, the mean of its hourly means and its distance below (heating) or above (cooling) the base.',
    errors: { IncorrectRequest: 'the span is longer than 370 days.' },
    ...treeId,
    query: z
      .object({
        from: instant.optional().describe('Start of the period; start of the current month by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      setting: degreeDaysSetting.nullable().describe('Settings used; null without.'),
      days: z
        .array(
          z.object({
            from: timestamp.describe('Start of the day.'),
            mean: z.number().nullable().describe('Mean temperature; null with fewer than 18 hours of readings.'),
            degreeDays: z.number().nullable().describe('Degree days; null if the mean is unknown.'),
          }),
        )
        .describe('Completed days of the period.'),
      total: z.number().nullable().describe('Total degree days; null if a day is unknown or there are none.'),
      known: z.number().describe('Number of days with known values.'),
    }),
  }),
}
