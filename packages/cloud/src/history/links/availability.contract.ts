import { instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const stepsMax = 96
const daysMax = 366
/** A strip of a month. */
const usual = 30
/** Maximum number of counted devices; for larger networks the first ones count. */
export const devicesMax = 200

const query = z.object({
  till: instant.optional().describe('End of the period; now by default.'),
  days: integer(1, daysMax).default(usual).describe('Length of the period in days, 1 to 366; 30 by default.'),
  steps: integer(1, stepsMax).default(usual).describe('Number of equal steps, 1 to 96; 30 by default.'),
})

const share = z
  .number()
  .nullable()
  .describe('Share of successful reads, 0 to 1; null without reads, for example while paused.')
const steps = z
  .array(
    z.object({
      from: timestamp.describe('Start of the step.'),
      share,
      reasons: z.record(z.string(), z.number()).describe('Failed reads by reason such as `Timeout`; empty if none.'),
    }),
  )
  .describe('Steps of the period, oldest first.')

export const availability = {
  net: get('/net/:netId/availability/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Availability of a network',
    description:
      'Calculated from the stored readings of one tracked numeric parameter per device; readings deleted by retention are not counted. Uses the first 200 devices of a larger network.',
    params: z.object({ netId: pathId.net }),
    query,
    reply: z.object({
      share,
      steps,
      devices: z
        .array(
          z.object({
            deviceId: idOf.device,
            name: z.string().describe('Device name.'),
            share,
            shares: z.array(share).describe('Availability of each step, oldest first.'),
          }),
        )
        .describe('Devices included, in the order of creation.'),
    }),
  }),
  device: get('/device/:deviceId/availability/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'Availability of a device',
    description:
      'Calculated from the stored readings of one of its tracked numeric parameters; all values are null without one.',
    params: z.object({ deviceId: pathId.device }),
    query,
    reply: z.object({ share, steps }),
  }),
}
