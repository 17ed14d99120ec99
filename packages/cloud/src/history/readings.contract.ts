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
      'True answers what was read within 20 s instead of an error; the header `Parameters-Read` says how many of the list that is.',
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
      'Pairs of time and value, oldest first; where there are more than the limit, the most recent ones. Failed readings are not among them: `/readings/gaps/` has those.',
    query: z
      .object({
        paramId: pathId.param,
        from: readingsFrom
          .optional()
          .describe('Beginning of the span, rounded up to a millisecond; the first reading if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
        pointsLimit: integer(1, pointsMax).optional().describe('Pairs at most, 1 to 1000; 1000 if left out.'),
      })
      .refine(isReadingsSpan, backwards),
    reply: z.array(z.tuple([timestamp, z.number()])),
  }),
  dispersed: post('/readings/dispersed/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    summary: 'A span in equal segments, first reading of each',
    description:
      'For each segment its beginning and the first reading of each parameter; null where there is none, or none for the caller. Segments without any reading are left out.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z
      .object({
        paramIds,
        ...readingsSpan,
        points: z.int().min(1).max(pointsMax).describe('Segments, 1 to 1000.'),
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
    summary: 'A span in equal segments, with least, mean and greatest reading',
    description:
      'No peak is lost however long the span is. Segments where nothing was read and nothing failed are null, or left out if that is so for all parameters. Parameters times points are 100,000 at most.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z
      .object({
        paramIds,
        ...readingsSpan,
        points: z.int().min(1).max(pointsMax).describe('Segments, 1 to 1000.'),
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
              first: z.number().optional().describe('First reading; missing where nothing was read.'),
              min: z.number().optional().describe('Least reading.'),
              mean: z
                .number()
                .optional()
                .describe('Arithmetic mean: each reading counts the same, however far they are apart.'),
              max: z.number().optional().describe('Greatest reading.'),
              count: z.number().describe('Number of readings.'),
              gaps: z.number().describe('Runs of failed readings that touch the segment.'),
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
    summary: 'First and last time of readings',
    description: 'Over all the parameters together; `{}` where nothing was read.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    query: z.object({
      paramIds: queryParamIds,
      partial: bool
        .optional()
        .describe(
          'True answers what was read within 20 s instead of an error; the header `Parameters-Read` says how many of the list that is.',
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
    summary: 'Least and greatest value in a span',
    description: 'Keyed by parameter id; parameters without a reading in the span are left out.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.object({
        minValueOn: timestamp.describe('When the least value was read.'),
        minValue: z.number().describe('Least value.'),
        maxValueOn: timestamp.describe('When the greatest value was read.'),
        maxValue: z.number().describe('Greatest value.'),
      }),
    ),
    example: { body: { paramIds: [7], ...exampleSpan } },
  }),
  summary: post('/readings/summary/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    extension: true,
    summary: 'Least, mean, greatest and last reading in a span',
    description: 'Keyed by parameter id. Parameters without a reading in the span are left out.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.object({
        count: z.number().describe('Number of readings.'),
        min: z.number().describe('Least reading.'),
        mean: z
          .number()
          .optional()
          .describe('Arithmetic mean of the readings; missing where they are too great to be added.'),
        max: z.number().describe('Greatest reading.'),
        last: z.number().describe('Last reading in the span.'),
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
    summary: 'When parameters could not be read, and why',
    description:
      'Keyed by parameter id: runs of failed readings with their reason, times in which what was read could not be recorded, and times in which a person had paused the device or its network.',
    errors: { Unavailable: 'it takes longer than 20 s and `partial` is not set, or too much is being read already.' },
    body: z.object({ paramIds, ...readingsSpan, ...partial }).refine(isReadingsSpan, backwards),
    reply: z.record(
      z.string(),
      z.array(
        z.object({
          from: timestamp.describe('First failed reading, or when it was paused.'),
          till: timestamp.describe('Last failed reading, or when it went on; of a pause at most the end of the span.'),
          polls: z.number().describe('Readings that failed; 0 while paused.'),
          reason: z.string().describe('Reason, such as `Timeout`; `Paused` where a person wanted it so.'),
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
    summary: 'What a text parameter showed, and when',
    description:
      'Runs of readings with the same text, oldest first; where there are more than 1000, the most recent ones. Failed readings are in `/readings/gaps/`. Of a parameter that holds numbers it is empty, or has those with more digits than a number holds.',
    query: z
      .object({
        paramId: pathId.param,
        ...readingsSpan,
      })
      .refine(isReadingsSpan, backwards),
    reply: z.array(
      z.object({
        from: timestamp.describe('First reading of the run.'),
        till: timestamp.describe('Last reading of the run.'),
        text: z.string().describe('What was read.'),
        count: z.number().describe('Number of readings.'),
      }),
    ),
  }),
  csv: get('/readings/csv/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'Readings as CSV',
    description:
      'A line for each moment and a column for each parameter, at most 100. Times are UTC. Cells that a spreadsheet would take for a formula are quoted. The parameters must be of one organization.',
    errors: { IncorrectRequest: 'the parameters are of several organizations, or the query is not of its form.' },
    query: z
      .object({
        paramIds: ids(columnsMax).describe('Ids of parameters with commas between, at most 100.'),
        from: readingsFrom
          .optional()
          .describe('Beginning of the span, rounded up to a millisecond; the first reading if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
        lang: lang.optional(),
      })
      .refine(isReadingsSpan, backwards),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
