import { z } from 'zod'
import { get, post } from '../server/words.ts'

const count = z.int()
const cell = z
  .tuple([
    count.describe('Answers.'),
    count.describe('Requests that timed out.'),
    count.describe('Corrupted responses.'),
    count.describe('Exception responses.'),
  ])
  .nullable()
  .describe('Numbers of responses, timeouts, corrupted responses and exceptions; null without requests.')

export const units = {
  list: get('/api/units/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Units of the bus with their responses in the last 24 hours',
    description: 'Lists units that were polled since the start or have a name.',
    reply: z.object({
      cellSec: z.int().describe('Seconds covered by one cell of a strip.'),
      units: z
        .array(
          z.object({
            uid: z.int().describe('Modbus unit ID.'),
            name: z.string().nullable().describe('User-defined name; null without one.'),
            answeredOn: z.string().nullable().describe('Time of the last response; null without one since the start.'),
            ms: z.number().nullable().describe('Response time of the last response in milliseconds; null without one.'),
            failedInRow: z.int().describe('Consecutive failed requests.'),
            disturbance: z
              .object({
                cause: z
                  .enum(['ForeignTraffic', 'DuplicateUnit'])
                  .describe(
                    '`ForeignTraffic`: another master uses the line. `DuplicateUnit`: two devices have this unit ID.',
                  ),
                count: z.int().describe('Number of failed requests since the problem began.'),
                lastOn: z.string().describe('Time of the last failure.'),
              })
              .nullable()
              .describe('Why responses could not be trusted in the last hour; null without a problem.'),
            strip: z.array(cell).describe('The last 24 hours, oldest first, 96 cells; empty without requests.'),
          }),
        )
        .describe('Units in the order of their IDs.'),
    }),
  }),
  identify: post('/api/units/identify/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Read the device identification of a unit',
    description:
      'Reads the objects of function 43/14 and checks holding registers 40000, 50000 and 0 for the SunSpec marker. Nothing is written. Takes at most 15 s plus one request timeout.',
    body: z.object({ uid: z.int().min(1).max(247).describe('Modbus unit ID, 1 to 247.') }),
    reply: z.object({
      outcome: z
        .enum(['read', 'refused', 'silent'])
        .describe('Function 43/14: `read`; `refused` with an exception; `silent` without a response.'),
      objects: z
        .array(
          z.object({
            id: z.int().describe('Object number: 0 to 6 are standard, from 128 manufacturer-specific.'),
            text: z.string().describe('Object value as text.'),
          }),
        )
        .describe('Objects in the order of their numbers.'),
      sunSpec: z
        .object({
          address: z.int().describe('Holding register address of the marker, from 0.'),
          manufacturer: z.string().nullable().describe('Manufacturer; null where it is not reported.'),
          model: z.string().nullable().describe('Model; null where it is not reported.'),
          version: z.string().nullable().describe('Version; null where it is not reported.'),
          serial: z.string().nullable().describe('Serial number; null where it is not reported.'),
        })
        .nullable()
        .describe('SunSpec marker and common model; null without a marker.'),
    }),
    example: { body: { uid: 12 } },
  }),
  name: post('/api/units/name/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Name a unit',
    description: 'The name is stored on the gateway and shown in its panel.',
    errors: { ERROR_DISK: '' },
    body: z.object({
      uid: z.int().min(1).max(247).describe('Modbus unit ID, 1 to 247.'),
      name: z.string().max(40).describe('Name, at most 40 characters; empty to remove it.'),
    }),
    reply: z.object({}),
    example: { body: { uid: 12, name: 'Pump 2' } },
  }),
}
