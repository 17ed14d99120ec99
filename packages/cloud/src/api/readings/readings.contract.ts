import { bool, id, idNumber, ids, instant, integer, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'
import { backwards, isForward, span } from './span.ts'

export const pointsMax = 1000
/** A table of a day is held in memory, with all its columns. */
const columnsMax = 100
/** Segments of all parameters together, where each has several figures. */
const figuresMax = 100_000
const paramIds = z.array(idNumber).min(1).max(idsMax)
const isInBounds = ({ paramIds: all, points }: { paramIds: number[]; points: number }): boolean =>
  all.length * points <= figuresMax
/** Of reads that are long because they ask for much. */
const inTime =
  'What takes longer than 20 s is answered with 503 `Unavailable`; with `partial: true` with what was read by then, and the header `Parameters-Read` says how many of the list, from its beginning, that is.'
const partial = { partial: z.boolean().optional() }
const exampleSpan = { from: '2026-11-14T00:00:00Z', till: '2026-11-15T00:00:00Z' }

export const readings = {
  get: get('/readings/get/', {
    access: 'viewer',
    object: 'param',
    summary: 'Readings of a parameter, oldest first; where there are more than the limit, the most recent ones',
    query: z
      .object({
        paramId: id,
        from: instant.optional(),
        till: instant.optional(),
        pointsLimit: integer(1, pointsMax).optional(),
      })
      .refine(isForward, backwards),
    reply: z.array(z.tuple([timestamp, z.number()])),
  }),
  dispersed: post('/readings/dispersed/', {
    access: 'viewer',
    object: 'listed',
    summary: `A span in equal segments, with the first reading of each parameter in each; null where there is none, or none for you. ${inTime}`,
    body: z
      .object({ paramIds, ...span, points: z.int().min(1).max(pointsMax), ...partial })
      .refine(isForward, backwards),
    reply: z.array(z.tuple([timestamp, z.array(z.number().nullable())])),
    example: {
      body: { paramIds: [7, 8], ...exampleSpan, points: 24 },
      reply: [['2026-11-14T00:00:00.000Z', [229.8, null]]],
    },
  }),
  minMeanMax: post('/readings/min-mean-max/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: `A span in equal segments, with the first, least, mean and greatest reading of each parameter in each, so that no peak is lost however long the span is. The mean is arithmetic: each of \`count\` readings counts the same, however far they are apart. \`gaps\` is how many runs of failed reads touch the segment; a value is missing where nothing was read. Segments where nothing was read and nothing failed are null, or left out if that is so for all. Parameters times points are 100,000 at most. ${inTime}`,
    body: z
      .object({ paramIds, ...span, points: z.int().min(1).max(pointsMax), ...partial })
      .refine(isForward, backwards)
      .refine(isInBounds, { path: ['points'], message: `times the parameters must be at most ${figuresMax}` }),
    reply: z.array(
      z.tuple([
        timestamp,
        z.array(
          z
            .object({
              first: z.number().optional(),
              min: z.number().optional(),
              mean: z.number().optional(),
              max: z.number().optional(),
              count: z.number(),
              gaps: z.number(),
            })
            .nullable(),
        ),
      ]),
    ),
    example: {
      body: { paramIds: [7, 8], ...exampleSpan, points: 24 },
      reply: [
        [
          '2026-11-14T00:00:00.000Z',
          [
            { first: 229.8, min: 221.4, mean: 229.6, max: 231.2, count: 240, gaps: 0 },
            { count: 0, gaps: 1 },
          ],
        ],
      ],
    },
  }),
  dateRange: get('/readings/date-range/', {
    access: 'viewer',
    object: 'listed',
    summary: `When the first and the last of all these parameters was read; {} where nothing was. ${inTime}`,
    query: z.object({ paramIds: ids(idsMax), partial: bool.optional() }),
    reply: z.union([z.object({ min: timestamp, max: timestamp }), z.object({})]),
  }),
  minMaxRange: post('/readings/min-max-range/', {
    access: 'viewer',
    object: 'listed',
    summary: `The least and the greatest value of each parameter in a span; those without a reading are left out. ${inTime}`,
    body: z.object({ paramIds, ...span, ...partial }).refine(isForward, backwards),
    reply: z.record(
      z.string(),
      z.object({ minValueOn: timestamp, minValue: z.number(), maxValueOn: timestamp, maxValue: z.number() }),
    ),
    example: { body: { paramIds: [7], ...exampleSpan } },
  }),
  gaps: post('/readings/gaps/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: `When parameters could not be read, or what was read could not be recorded, and why. ${inTime}`,
    body: z.object({ paramIds, ...span, ...partial }).refine(isForward, backwards),
    reply: z.record(
      z.string(),
      z.array(z.object({ from: timestamp, till: timestamp, polls: z.number(), reason: z.string() })),
    ),
    example: {
      body: { paramIds: [7], ...exampleSpan },
      reply: {
        7: [{ from: '2026-11-14T03:10:00.000Z', till: '2026-11-14T03:12:00.000Z', polls: 3, reason: 'Timeout' }],
      },
    },
  }),
  csv: get('/readings/csv/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'Readings of parameters as a table, a line for each moment and a column for each parameter',
    query: z
      .object({
        paramIds: ids(columnsMax),
        from: instant.optional(),
        till: instant.optional(),
        lang: lang.optional(),
      })
      .refine(isForward, backwards),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
