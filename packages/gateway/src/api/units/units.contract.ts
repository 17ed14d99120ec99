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
  identify: post('/api/units/identify/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Read what a unit reports of itself',
    description:
      'Reads the objects of function 43/14 and looks for the SunSpec marker at the holding registers 40000, 50000 and 0. Nothing is written. It ends after 15 s and the timeout of one request at the latest.',
    body: z.object({ uid: z.int().min(1).max(247).describe('Modbus unit id, 1 to 247.') }),
    reply: z.object({
      outcome: z
        .enum(['read', 'refused', 'silent'])
        .describe('Function 43/14: `read`; `refused` with an exception; `silent` where no answer came.'),
      objects: z
        .array(
          z.object({
            id: z.int().describe('Number of the object: 0 to 6 of the standard, from 128 of the manufacturer.'),
            text: z.string().describe('Its value as text.'),
          }),
        )
        .describe('Objects by their number.'),
      sunSpec: z
        .object({
          address: z.int().describe('Holding register of the marker, from 0.'),
          manufacturer: z.string().nullable().describe('Manufacturer; null where it is not reported.'),
          model: z.string().nullable().describe('Model; null where it is not reported.'),
          version: z.string().nullable().describe('Version; null where it is not reported.'),
          serial: z.string().nullable().describe('Serial number; null where it is not reported.'),
        })
        .nullable()
        .describe('The SunSpec marker and the common model behind it; null where there is no marker.'),
    }),
    example: { body: { uid: 12 } },
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
