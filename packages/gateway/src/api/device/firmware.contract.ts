import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'

const trial = z.object({
  provenInSec: z
    .int()
    .nullable()
    .describe(
      'Seconds until the release passes its health check if everything keeps working; null while something does not work.',
    ),
  takenBackInSec: z.int().describe('Seconds until the rollback if the release does not pass its health check.'),
  problem: z
    .string()
    .nullable()
    .describe('What worked before the update and does not work now; null when everything works.'),
})

export const firmware = {
  status: get('/api/firmware/', {
    access: 'cloudReader',
    extension: true,
    summary: 'Update status',
    description:
      'Adds to the state group `fwUpdate` whether a release is in its trial period and which were rolled back. Requests from the cloud through its tunnel require no token.',
    reply: z.object({
      version: z.string().describe('Running version, in the form shown to users.'),
      isRequested: z.boolean().describe('Whether an immediate update was requested and is not complete.'),
      canInstall: z.boolean().describe('Whether this box can install releases; otherwise a release stays on the card.'),
      trial: trial.nullable().describe('Trial period of the running release; null outside a trial.'),
      takenBack: z
        .array(z.int())
        .describe('Versions that failed their health check and were rolled back; they are not installed again.'),
    }),
  }),
  update: post('/api/cmd/firmware/update/', {
    access: 'cloud',
    extension: true,
    summary: 'Download and install the newest release now',
    description:
      'Does not wait for the hours of the setting `firmware`. Downloads from its `url` and installs only a correctly signed release, which then has a trial period of one hour. Requests from the cloud through its tunnel require no token.',
    errors: { ERROR_CONFLICT: 'there is no card, no address of releases, or no way out that is allowed for them.' },
    body: nothing,
    reply: z.object({}),
  }),
}
