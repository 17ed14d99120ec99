import { instant, nothing } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../http/words.ts'

const text = z.string().max(200)

const activation = z
  .object({
    infrastructureName: text.describe('Name of the cloud, at most 200 characters.'),
    infrastructureShortUrl: text.describe('Short address of the cloud.'),
    domain: text.describe('Domain of the cloud.'),
    endpointId: text.describe('Id of the gateway there.'),
    endpointName: text.describe('Name of the gateway there.'),
    propertyId: text.describe('Id of the site there.'),
    propertyName: text.describe('Name of the site there.'),
    pin: z
      .string()
      .regex(/^\d{8}$/, 'must be 8 digits')
      .describe('PIN, eight digits.'),
    hasBonusesEur: text.describe('Bonus in euros, as text.'),
    activeTill: instant.nullable().describe('Until when it is active; null ends the activation.'),
    supportEmail: text.describe('Address of the support.'),
  })
  .meta({ id: 'ActivationData', description: 'What the cloud says of this gateway.' })

export const system = {
  reboot: post('/api/cmd/reboot/', {
    access: 'administrator',
    summary: 'Restart the gateway',
    description: 'After so many seconds. Saved settings count from then on.',
    body: z.object({ rebootSec: z.int().min(0).max(180).describe('Seconds until the restart, 0 to 180.') }),
    reply: z.object({}),
    example: { body: { rebootSec: 5 } },
  }),
  setTime: post('/api/cmd/time/set/', {
    access: 'administrator',
    summary: 'Set the clock',
    description: 'At once, in UTC. Where the program may not set the clock of the system, it keeps the difference.',
    body: z.object({ time: instant.describe('The time; ISO 8601, UTC where it names no zone.') }),
    reply: z.object({}),
    example: { body: { time: '2026-11-14T23:54:00Z' } },
  }),
  syncTime: post('/api/cmd/time/sync/', {
    access: 'administrator',
    summary: 'Set the clock by the time servers',
    description: 'Asks the servers of the setting `ntp` at once.',
    errors: { ERROR_TIME_SERVERS: '' },
    body: nothing,
    reply: z.object({}),
  }),
  activate: post('/api/activation/', {
    access: 'cloud',
    summary: 'Note what the cloud says of this gateway',
    description:
      'Works only while the VPN is up. From the cloud, by its tunnel, it needs no token. `activeTill` null ends the activation.',
    errors: { ERROR_CONFLICT: 'the VPN is not up.' },
    body: z.object({ activation }),
    reply: z.object({}),
    example: {
      body: {
        activation: {
          infrastructureName: 'Example Cloud',
          infrastructureShortUrl: 'https://ex.example',
          domain: 'cloud.example.org',
          endpointId: '17',
          endpointName: 'Hall 2',
          propertyId: '4',
          propertyName: 'Workshop',
          pin: '12345678',
          hasBonusesEur: '0.00',
          activeTill: '2027-11-15T00:00:00Z',
          supportEmail: 'support@example.org',
        },
      },
    },
  }),
}
