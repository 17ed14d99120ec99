import { id, idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { backwards, isForward } from '../readings/span.ts'

const paramId = { params: z.object({ paramId: id }) }
/** All digits of a number. */
const digits = z.string().regex(/^-?\d{1,40}(\.\d{1,20})?$/, 'must be a decimal number')
const kind = z.enum(['rolloverAt', 'hourlyMax', 'step'])
const proposal = z.object({
  kind,
  /** Of "step": by how much the counter showed more then. */
  value: digits,
  /** Of "step": the reading that it ends with. */
  on: timestamp.optional(),
  /** What it is taken from. */
  evidence: z.object({
    from: timestamp,
    till: timestamp,
    /** Of "rolloverAt": falls of the counter from just below the value to just above zero. */
    falls: z.array(z.object({ on: timestamp, from: z.number(), to: z.number() })).optional(),
    /** Of "hourlyMax": hours with data, the greatest rise of one but for the most extreme thousandth, and the usual one. */
    hours: z.number().optional(),
    greatest: z.number().optional(),
    usual: z.number().optional(),
    /** Of "step", which is more than ten times the best hours of the month before: what the counter had, and what it showed then. */
    step: z.object({ from: z.number(), to: z.number() }).optional(),
  }),
})
export type Proposal = z.output<typeof proposal>

export const counters = {
  get: get('/param/:paramId/counter/', {
    access: 'viewer',
    object: 'param',
    extension: true,
    summary:
      'What is known of the counter of a parameter: where it rolls over, what it can count, exchanges of the meter; and what its history of a year proposes: a display, a limit, and "step" for each step that was set aside as "unusual" because nobody said what is possible. Proposals change no figure until somebody accepts one. An exchange with two equal values is a step that somebody accepted',
    ...paramId,
    cost: 20,
    reply: z.object({
      rolloverAt: digits.nullable(),
      hourlyMax: digits.nullable(),
      exchanges: z.array(z.object({ id: idNumber, on: timestamp, endValue: digits, startValue: digits })),
      proposals: z.array(proposal),
    }),
  }),
  accept: post('/param/:paramId/counter/accept/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary:
      'Accept what the history of a counter proposes. Reports follow at once; figures that trees have kept change when they are worked out again, but for a step (told by "on"), which is booked in the days around it too, and can be taken back as an exchange is',
    ...paramId,
    cost: 20,
    body: z.object({ kind, value: digits, on: instant.optional() }),
    reply: z.object({}),
    example: { body: { kind: 'rolloverAt', value: '100000' } },
  }),
  exchange: post('/param/:paramId/counter/exchange/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary:
      'Tell that a meter was exchanged: when, what the old one showed at last, and what the new one showed at first. Reports and trees count on from there',
    ...paramId,
    body: z.object({ on: instant, endValue: digits, startValue: digits }),
    reply: z.object({ id: idNumber }),
    example: { body: { on: '2026-11-10T09:30:00Z', endValue: '98765.4', startValue: '0' } },
  }),
  undoExchange: post('/param/:paramId/counter/exchange/:exchangeId/delete/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Take back that a meter was exchanged',
    params: z.object({ paramId: id, exchangeId: id }),
    body: nothing,
    reply: z.object({}),
  }),
  recompute: post('/param/:paramId/counter/recompute/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary:
      'Work out again what trees have kept of a parameter, in the UTC days that a span touches, by its readings and by what is said of the counter now. Days of which readings were deleted stay as they are',
    ...paramId,
    cost: 20,
    body: z.object({ from: instant, till: instant }).refine(isForward, backwards),
    reply: z.object({
      /** They are worked out within a minute or so. */
      days: z.number(),
      /** Days that stay as they are. */
      daysLeft: z.number(),
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-10T00:00:00Z' } },
  }),
}
