import { bool, ids, instant, integer, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { paramIds, pathId, queryParamIds } from '../fields/fields.ts'
import { backwards, isReadingsSpan, readingsFrom, readingsSpan } from './span.ts'

export const pointsMax = 1000
/** A table of a day is held in memory, with all its columns. */
const columnsMax = 100
/** Segments of all parameters together, where each has several figures. */
const figuresMax = 100_000
const isInBounds = ({ paramIds: all, points }: { paramIds: number[]; points: number }): boolean =>
  all.length * points <= figuresMax
const partial = {
  partial: z
    .boolean()
    .optional()
    .describe(
      'True to return the readings found within 20 s instead of an error; the header `Parameters-Read` contains the number of parameters read.',
    ),
}
const exampleSpan = { from: '2026-11-14T00:00:00Z', till: '2026-11-15T00:00:00Z' }

export const readings = {
  get: get('/readings/get/', {
    access: 'viewer',
    object: 'param',
    shared: true,
    summary: 'Readings of a parameter',
    description:
      'Pairs of time and value, oldest first; the newest ones if there are more than the limit. Failed reads are not included: see `/readings/gaps/`.',
    query: z
      .object({
        paramId: pathId.param,
        from: readingsFrom
          .optional()
          .describe('Start of the period, rounded up to a millisecond; the first reading by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
        pointsLimit: integer(1, pointsMax).optional().describe('Maximum number of pairs, 1 to 1000; 1000 by default.'),
      })
      .refine(isReadingsSpan, backwards),
    reply: z.array(z.tuple([timestamp, z.number()])),
  }),
  dispersed: post('/readings/dispersed/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    summary: 'First reading of each segment',
    description:
      'Divides the period into equal segments. For each segment, returns its start and the first reading of each parameter; null without one or without access. Segments without any reading are omitted.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z
      .object({
        paramIds,
        ...readingsSpan,
        points: z.int().min(1).max(pointsMax).describe('Number of segments, 1 to 1000.'),
        ...partial,
      })
      .refine(isReadingsSpan, backwards),
    reply: z.array(z.tuple([timestamp, z.array(z.number().nullable())])),
    example: {
      body: { paramIds: [7, 8], ...exampleSpan, points: 24 },
    },
  }),
  minMeanMax: post('/readings/min-mean-max/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    extension: true,
    summary: 'Minimum, mean and maximum of each segment',
    description:
      'Divides the period into equal segments, so that no peak is lost over long periods. Segments without readings and failures are null, or omitted if this applies to all parameters. At most 100,000 parameters times points.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z
      .object({
        paramIds,
        ...readingsSpan,
        points: z.int().min(1).max(pointsMax).describe('Number of segments, 1 to 1000.'),
        ...partial,
      })
      .refine(isReadingsSpan, backwards)
      .refine(isInBounds, { path: ['points'], message: `times the parameters must be at most ${figuresMax}` }),
    reply: z.array(
      z.tuple([
        timestamp,
        z.array(
          z
            .object({
              first: z.number().optional().describe('First reading; missing without readings.'),
              min: z.number().optional().describe('Minimum.'),
              mean: z
                .number()
                .optional()
                .describe('Arithmetic mean: each reading counts equally, regardless of the intervals between them.'),
              max: z.number().optional().describe('Maximum.'),
              count: z.number().describe('Number of readings.'),
              gaps: z.number().describe('Periods of failed reads that overlap the segment.'),
            })
            .nullable(),
        ),
      ]),
    ),
    example: {
      body: { paramIds: [7, 8], ...exampleSpan, points: 24 },
    },
  }),
  dateRange: get('/readings/date-range/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    summary: 'Times of the first and last reading',
    description: 'Of all the parameters together; `{}` without readings.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    query: z.object({
      paramIds: queryParamIds,
      partial: bool
        .optional()
        .describe(
          'True to return the readings found within 20 s instead of an error; the header `Parameters-Read` contains the number of parameters read.',
        ),
    }),
    reply: z.union([
      z.object({
        min: timestamp.describe('Time of the first reading.'),
        max: timestamp.describe('Time of the last reading.'),
      }),
      z.object({}),
    ]),
  }),
  minMaxRange: post('/readings/min-max-range/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    summary: 'Minimum and maximum of a period',
    description: 'Keyed by parameter ID; parameters without readings in the period are omitted.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.object({
        minValueOn: timestamp.describe('Time of the minimum.'),
        minValue: z.number().describe('Minimum.'),
        maxValueOn: timestamp.describe('Time of the maximum.'),
        maxValue: z.number().describe('Maximum.'),
      }),
    ),
    example: { body: { paramIds: [7], ...exampleSpan } },
  }),
  summary: post('/readings/summary/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    extension: true,
    summary: 'Minimum, mean, maximum and last reading of a period',
    description: 'Keyed by parameter ID; parameters without readings in the period are omitted.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.object({
        count: z.number().describe('Number of readings.'),
        min: z.number().describe('Minimum.'),
        mean: z
          .number()
          .optional()
          .describe('Arithmetic mean of the readings; missing if the values are too large to be added.'),
        max: z.number().describe('Maximum.'),
        last: z.number().describe('Last reading of the period.'),
        lastOn: timestamp.describe('Time of the last reading.'),
      }),
    ),
    example: { body: { paramIds: [7], ...exampleSpan } },
  }),
  gaps: post('/readings/gaps/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    extension: true,
    summary: 'Gaps in readings, with reasons',
    description:
      'Keyed by parameter ID: periods of failed reads with their reason, periods in which readings could not be recorded, and periods in which a user had paused the device or its network.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.array(
        z.object({
          from: timestamp.describe('First failed read, or start of the pause.'),
          till: timestamp.describe('Last failed read, or end of the pause, limited to the end of the period.'),
          polls: z.number().describe('Number of failed reads; 0 while paused.'),
          reason: z.string().describe('Reason, such as `Timeout`; `Paused` if a user paused it.'),
        }),
      ),
    ),
    example: {
      body: { paramIds: [7], ...exampleSpan },
    },
  }),
  texts: get('/readings/texts/', {
    access: 'viewer',
    object: 'param',
    extension: true,
    summary: 'History of a text parameter',
    description:
      'Periods with the same text, oldest first; the newest ones if there are more than 1000. For failed reads see `/readings/gaps/`. Empty for a numeric parameter, except for values with more digits than a number can represent.',
    query: z
      .object({
        paramId: pathId.param,
        ...readingsSpan,
      })
      .refine(isReadingsSpan, backwards),
    reply: z.array(
      z.object({
        from: timestamp.describe('First reading of the period.'),
        till: timestamp.describe('Last reading of the period.'),
        text: z.string().describe('The text.'),
        count: z.number().describe('Number of readings.'),
      }),
    ),
  }),
  csv: get('/readings/csv/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'Export readings as CSV',
    description:
      'One line per time and one column per parameter, at most 100. Times are UTC. Cells that a spreadsheet could execute as a formula are quoted. All parameters must belong to one organization.',
    errors: { IncorrectRequest: 'the parameters are of several organizations, or the query is not of its form.' },
    query: z
      .object({
        paramIds: ids(columnsMax).describe('Comma-separated parameter IDs, at most 100.'),
        from: readingsFrom
          .optional()
          .describe('Start of the period, rounded up to a millisecond; the first reading by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
        lang: lang.optional(),
      })
      .refine(isReadingsSpan, backwards),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
