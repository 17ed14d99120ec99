import { instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const stepsMax = 96
const daysMax = 366
/** A strip of a month. */
const usual = 30
/** Of a network with more, the first ones are counted. */
export const devicesMax = 200

const query = z.object({
  till: instant.optional().describe('End of the span; now if left out.'),
  days: integer(1, daysMax).default(usual).describe('Length of the span in days, 1 to 366; 30 if left out.'),
  steps: integer(1, stepsMax).default(usual).describe('Equal steps of the span, 1 to 96; 30 if left out.'),
})

const share = z
  .number()
  .nullable()
  .describe('Part of the reads that were answered with a value, 0 to 1; null where nothing was asked, as while paused.')
const steps = z
  .array(
    z.object({
      from: timestamp.describe('Beginning of the step.'),
      share,
      reasons: z
        .record(z.string(), z.number())
        .describe('Reads that failed, by reason such as `Timeout`; empty where none did.'),
    }),
  )
  .describe('Steps of the span, oldest first.')

export const availability = {
  net: get('/net/:netId/availability/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'How much of a span a network was read',
    description:
      'From what is kept of one tracked number of each device, as are readings: what retention took away is not counted. Of a network with more than 200 devices the first 200 are.',
    params: z.object({ netId: pathId.net }),
    query,
    reply: z.object({
      share,
      steps,
      devices: z
        .array(
          z.object({
            deviceId: idOf.device,
            name: z.string().describe('Name of the device.'),
            share,
            shares: z.array(share).describe('The same of each step, oldest first.'),
          }),
        )
        .describe('Devices that are counted, in the order in which they were made.'),
    }),
  }),
  device: get('/device/:deviceId/availability/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'How much of a span a device was read',
    description: 'From what is kept of one of its tracked numbers; all is null where it has none.',
    params: z.object({ deviceId: pathId.device }),
    query,
    reply: z.object({ share, steps }),
  }),
}
