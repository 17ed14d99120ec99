import { id, idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'

const paramId = { params: z.object({ paramId: pathId.param }) }
/** All digits of a number. */
const digits = z.string().regex(/^-?\d{1,40}(\.\d{1,20})?$/, 'must be a decimal number')
const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .optional()
  .describe('Why, for those who look later; 1 to 500 characters.')
const kind = z
  .enum(['rolloverAt', 'hourlyMax', 'step'])
  .describe('What is proposed: where the display rolls over, the most of an hour, or a step that was not booked.')
const proposal = z.object({
  kind,
  /** Of "step": by how much the counter showed more then. */
  value: digits.describe('Proposed value; of `step` by how much the counter showed more.'),
  /** Of "step": the reading that it ends with. */
  on: timestamp.optional().describe('Of `step`: the reading that it ends with.'),
  /** What it is taken from. */
  evidence: z
    .object({
      from: timestamp.describe('Beginning of the history that was looked at.'),
      till: timestamp.describe('End of it.'),
      /** Of "rolloverAt": falls of the counter from just below the value to just above zero. */
      falls: z
        .array(
          z.object({
            on: timestamp.describe('When.'),
            from: z.number().describe('Value before.'),
            to: z.number().describe('Value after.'),
          }),
        )
        .optional()
        .describe('Of `rolloverAt`: falls of the counter from just below the value to just above zero, at most 10.'),
      /** Of "hourlyMax": hours with data, the greatest rise of one but for the most extreme thousandth, and the usual one. */
      hours: z.number().optional().describe('Of `hourlyMax`: hours with data.'),
      greatest: z
        .number()
        .optional()
        .describe('Of `hourlyMax`: greatest rise of an hour, without the most extreme thousandth.'),
      usual: z.number().optional().describe('Of `hourlyMax`: usual rise of an hour.'),
      /** Of "step", which is more than ten times the best hours of the month before: what the counter had, and what it showed then. */
      step: z
        .object({ from: z.number().describe('Value before.'), to: z.number().describe('Value after.') })
        .optional()
        .describe('Of `step`: what the counter had and what it showed then.'),
    })
    .describe('What the proposal is taken from.'),
})
export type Proposal = z.output<typeof proposal>

export const counters = {
  get: get('/param/:paramId/counter/', {
    access: 'viewer',
    object: 'param',
    extension: true,
    summary: 'What is known of a counter',
    description:
      'Where it rolls over, what it can count, exchanges of the meter, and what its history of a year proposes. Proposals change no figure until somebody accepts one. An exchange with two equal values is a step that somebody accepted.',
    errors: { IncorrectRequest: 'the parameter holds no numbers.' },
    ...paramId,
    cost: 20,
    reply: z.object({
      rolloverAt: digits
        .nullable()
        .describe('Value at which its display starts again at zero; null where it is not known.'),
      hourlyMax: digits.nullable().describe('The most that it can count in an hour; null where it is not known.'),
      exchanges: z
        .array(
          z.object({
            id: idNumber.describe('Id of the exchange.'),
            on: timestamp.describe('When the meter was exchanged.'),
            endValue: digits.describe('What the old meter showed at last.'),
            startValue: digits.describe('What the new meter showed at first.'),
            reason: z.string().optional().describe('Why, where somebody said.'),
          }),
        )
        .describe('Exchanges of the meter and accepted steps, at most 100.'),
      proposals: z.array(proposal).describe('What the history proposes.'),
    }),
  }),
  accept: post('/param/:paramId/counter/accept/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Accept a proposal for a counter',
    description:
      'Reports follow at once. Figures that trees have kept change when they are worked out again; a step is booked in the days around it too, and can be taken back as an exchange is.',
    errors: { ObjectNotFound: 'nothing like this is proposed any more.' },
    ...paramId,
    cost: 20,
    body: z.object({
      kind,
      value: digits.describe('Value of the proposal, to the letter.'),
      on: instant.optional().describe('Of `step`: its time, as proposed.'),
      reason,
    }),
    reply: z.object({}),
    example: { body: { kind: 'rolloverAt', value: '100000' } },
  }),
  exchange: post('/param/:paramId/counter/exchange/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Tell that a meter was exchanged',
    description: 'Reports and trees count on from there. At most 100 exchanges for a parameter.',
    errors: { IncorrectRequest: 'the time is in the future, or the parameter holds no numbers.' },
    ...paramId,
    body: z.object({
      on: instant.describe('When; not in the future.'),
      endValue: digits.describe('What the old meter showed at last, a decimal.'),
      startValue: digits.describe('What the new meter showed at first, a decimal.'),
      reason,
    }),
    reply: z.object({ id: idNumber.describe('Id of the exchange.') }),
    example: {
      body: { on: '2026-11-10T09:30:00Z', endValue: '98765.4', startValue: '0', reason: 'Calibration was due' },
    },
  }),
  undoExchange: post('/param/:paramId/counter/exchange/:exchangeId/delete/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Take back an exchange of a meter',
    description: 'Reports and trees count as if it had not been told.',
    errors: { ObjectNotFound: 'there is no such parameter or exchange.' },
    params: z.object({ paramId: pathId.param, exchangeId: id.describe('Id of the exchange.') }),
    body: nothing,
    reply: z.object({}),
  }),
  recompute: post('/param/:paramId/counter/recompute/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Work out again what trees have kept of a parameter',
    description:
      'In the UTC days that the span touches, by its readings and by what is known of the counter now. Days of which readings were deleted stay as they are.',
    ...paramId,
    cost: 20,
    body: z
      .object({ from: instant.describe('Beginning of the span.'), till: instant.describe('End of the span.') })
      .refine(isForward, backwards),
    reply: z.object({
      /** They are worked out within a minute or so. */
      days: z.number().describe('Days that are worked out again, within a minute or so.'),
      /** Days that stay as they are. */
      daysLeft: z.number().describe('Days that stay as they are.'),
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-10T00:00:00Z' } },
  }),
}
