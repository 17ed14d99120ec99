import { id, idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'

const paramId = { params: z.object({ paramId: pathId.param }) }
/** All digits of a number. */
const digits = z.string().regex(/^-?\d{1,40}(\.\d{1,20})?$/, 'must be a decimal number')
const reason = z.string().trim().min(1).max(500).optional().describe('Reason, 1 to 500 characters.')
const kind = z
  .enum(['rolloverAt', 'hourlyMax', 'step'])
  .describe('Proposed setting: rollover value, maximum per hour, or an uncounted step.')
const proposal = z.object({
  kind,
  /** For `step`: the increase of the counter. */
  value: digits.describe('Proposed value; for `step` the increase of the counter.'),
  /** For `step`: the reading at its end. */
  on: timestamp.optional().describe('For `step`: the reading at its end.'),
  /** Evidence for the proposal. */
  evidence: z
    .object({
      from: timestamp.describe('Start of the analysed history.'),
      till: timestamp.describe('End of the analysed history.'),
      /** For `rolloverAt`: falls of the counter from just below the value to just above zero. */
      falls: z
        .array(
          z.object({
            on: timestamp.describe('When.'),
            from: z.number().describe('Value before the fall.'),
            to: z.number().describe('Value after the fall.'),
          }),
        )
        .optional()
        .describe('For `rolloverAt`: falls of the counter from just below the value to just above zero, at most 10.'),
      /** For `hourlyMax`: hours with data, the largest rise without the top thousandth, and the usual one. */
      hours: z.number().optional().describe('For `hourlyMax`: hours with data.'),
      greatest: z.number().optional().describe('For `hourlyMax`: largest increase per hour, excluding the top 0.1 %.'),
      usual: z.number().optional().describe('For `hourlyMax`: typical increase per hour.'),
      /**
       * For `step`, which exceeds the best hours of the month before more than ten times: the values before and after.
       */
      step: z
        .object({
          from: z.number().describe('Value before the step.'),
          to: z.number().describe('Value after the step.'),
        })
        .optional()
        .describe('For `step`: counter values before and after.'),
    })
    .describe('Evidence for the proposal.'),
})
export type Proposal = z.output<typeof proposal>

export const counters = {
  get: get('/param/:paramId/counter/', {
    access: 'viewer',
    object: 'param',
    extension: true,
    summary: 'Counter settings',
    description:
      'Returns the rollover value, the maximum per hour, meter replacements, and proposals derived from one year of history. Proposals have no effect until they are accepted. A replacement with equal end and start values is an accepted step.',
    errors: { IncorrectRequest: 'the parameter holds no numbers.' },
    ...paramId,
    cost: 20,
    reply: z.object({
      rolloverAt: digits.nullable().describe('Value at which the counter rolls over to zero; null if unknown.'),
      hourlyMax: digits.nullable().describe('Maximum increase per hour; null if unknown.'),
      exchanges: z
        .array(
          z.object({
            id: idNumber.describe('Replacement ID.'),
            on: timestamp.describe('Time of the meter replacement.'),
            endValue: digits.describe('Last value of the old meter.'),
            startValue: digits.describe('First value of the new meter.'),
            reason: z.string().optional().describe('Reason, if given.'),
          }),
        )
        .describe('Meter replacements and accepted steps, at most 100.'),
      proposals: z.array(proposal).describe('Proposals derived from the history.'),
    }),
  }),
  accept: post('/param/:paramId/counter/accept/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Accept a proposal for a counter',
    description:
      'Reports change immediately. Stored totals of trees change when they are recalculated; a step is also counted in the adjacent days and can be removed like a meter replacement.',
    errors: { ObjectNotFound: 'nothing like this is proposed any more.' },
    ...paramId,
    cost: 20,
    body: z.object({
      kind,
      value: digits.describe('Value exactly as proposed.'),
      on: instant.optional().describe('For `step`: its time as proposed.'),
      reason,
    }),
    reply: z.object({}),
    example: { body: { kind: 'rolloverAt', value: '100000' } },
  }),
  exchange: post('/param/:paramId/counter/exchange/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Record a meter replacement',
    description: 'Reports and trees continue counting from there. At most 100 replacements per parameter.',
    errors: { IncorrectRequest: 'the time is in the future, or the parameter holds no numbers.' },
    ...paramId,
    body: z.object({
      on: instant.describe('Time of the replacement; not in the future.'),
      endValue: digits.describe('Last value of the old meter, a decimal.'),
      startValue: digits.describe('First value of the new meter, a decimal.'),
      reason,
    }),
    reply: z.object({ id: idNumber.describe('Replacement ID.') }),
    example: {
      body: { on: '2026-11-10T09:30:00Z', endValue: '98765.4', startValue: '0', reason: 'Calibration was due' },
    },
  }),
  undoExchange: post('/param/:paramId/counter/exchange/:exchangeId/delete/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Delete a meter replacement',
    description: 'Reports and trees are calculated without it.',
    errors: { ObjectNotFound: 'there is no such parameter or exchange.' },
    params: z.object({ paramId: pathId.param, exchangeId: id.describe('Replacement ID.') }),
    body: nothing,
    reply: z.object({}),
  }),
  recompute: post('/param/:paramId/counter/recompute/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Recalculate the stored totals of a parameter',
    description:
      'For all UTC days of the period, from its readings and the current counter settings. Days whose readings were deleted keep their totals.',
    ...paramId,
    cost: 20,
    body: z
      .object({ from: instant.describe('Start of the period.'), till: instant.describe('End of the period.') })
      .refine(isForward, backwards),
    reply: z.object({
      /** They are worked out within a minute or so. */
      days: z.number().describe('Days that will be recalculated within about a minute.'),
      /** Days that stay as they are. */
      daysLeft: z.number().describe('Days that keep their totals.'),
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-10T00:00:00Z' } },
  }),
}
