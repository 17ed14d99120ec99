import { z } from 'zod'
import { get, post } from '../../http/words.ts'

const count = z.int()
const cell = z
  .tuple([
    count.describe('Answers.'),
    count.describe('Requests without an answer in time.'),
    count.describe('Answers that were damaged on their way.'),
    count.describe('Answers that were an exception.'),
  ])
  .nullable()
  .describe('Answers, timeouts, damaged answers, exceptions; null where the unit was not asked.')

export const units = {
  list: get('/api/units/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Units of the bus, and how they answered in the last day',
    description: 'Those that were asked since the start, or have a name.',
    reply: z.object({
      cellSec: z.int().describe('Seconds of one cell of the strips.'),
      units: z
        .array(
          z.object({
            uid: z.int().describe('Modbus unit id.'),
            name: z.string().nullable().describe('What people call it; null where it has no name.'),
            answeredOn: z.string().nullable().describe('When it last answered; null where it has not since the start.'),
            ms: z.number().nullable().describe('Milliseconds of the last answer; null where there was none.'),
            failedInRow: z.int().describe('Requests without a good answer up to now, one after another.'),
            disturbance: z
              .object({
                cause: z
                  .enum(['ForeignTraffic', 'DuplicateUnit'])
                  .describe(
                    '`ForeignTraffic`: another master uses the line. `DuplicateUnit`: two devices have this unit id.',
                  ),
                count: z.int().describe('Requests that failed for it since it began.'),
                lastOn: z.string().describe('When the last one failed.'),
              })
              .nullable()
              .describe('Why answers could not be trusted in the last hour; null where they could.'),
            strip: z.array(cell).describe('The last day, oldest first, 96 cells; empty where it was not asked.'),
          }),
        )
        .describe('By unit id.'),
    }),
  }),
  name: post('/api/units/name/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Name a unit',
    description: 'The name is kept in the gateway, for its panel.',
    errors: { ERROR_DISK: '' },
    body: z.object({
      uid: z.int().min(1).max(247).describe('Modbus unit id, 1 to 247.'),
      name: z.string().max(40).describe('Name, at most 40 characters; empty takes it away.'),
    }),
    reply: z.object({}),
    example: { body: { uid: 12, name: 'Pump 2' } },
  }),
}
