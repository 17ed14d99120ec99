import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'

const trial = z.object({
  provenInSec: z
    .int()
    .nullable()
    .describe('Seconds until it has proven itself, if all stays well; null while something does not work.'),
  takenBackInSec: z.int().describe('Seconds until the version before it comes back, if it has not proven itself.'),
  problem: z.string().nullable().describe('What does not work that worked before, in words; null where all does.'),
})

export const firmware = {
  status: get('/api/firmware/', {
    access: 'cloudReader',
    extension: true,
    summary: 'How an update goes',
    description:
      'What the group `fwUpdate` of the state does not tell: whether a release is on trial, and which were taken back. From the cloud, by its tunnel, it needs no token.',
    reply: z.object({
      version: z.string().describe('The version that runs, as people call it.'),
      isRequested: z.boolean().describe('Whether somebody wants the newest release now, and it is not there yet.'),
      canInstall: z.boolean().describe('Whether this box can install releases; else one waits on the card.'),
      trial: trial.nullable().describe('The trial of the release that runs; null while none is on trial.'),
      takenBack: z.array(z.int()).describe('Versions that did not prove themselves; they are not taken again.'),
    }),
  }),
  update: post('/api/cmd/firmware/update/', {
    access: 'cloud',
    extension: true,
    summary: 'Fetch and install the newest release now',
    description:
      'Without waiting for the hours of the setting `firmware`; from its `url`, and only what its signature proves. It is tried for an hour. From the cloud, by its tunnel, it needs no token.',
    errors: { ERROR_CONFLICT: 'there is no card, no address of releases, or no way out that is allowed for them.' },
    body: nothing,
    reply: z.object({}),
  }),
}
