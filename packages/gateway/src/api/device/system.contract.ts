import { instant, nothing } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../server/words.ts'

const text = z.string().max(200)

const activation = z
  .object({
    infrastructureName: text.describe('Name of the cloud, at most 200 characters.'),
    infrastructureShortUrl: text.describe('Short address of the cloud.'),
    domain: text.describe('Domain of the cloud.'),
    endpointId: text.describe('ID of the gateway in that cloud.'),
    endpointName: text.describe('Name of the gateway in that cloud.'),
    propertyId: text.describe('ID of the site in that cloud.'),
    propertyName: text.describe('Name of the site in that cloud.'),
    pin: z
      .string()
      .regex(/^\d{8}$/, 'must be 8 digits')
      .describe('PIN, eight digits.'),
    hasBonusesEur: text.describe('Bonus in euros, as text.'),
    activeTill: instant.nullable().describe('End of the activation; null ends it.'),
    supportEmail: text.describe('Support e-mail address.'),
  })
  .meta({ id: 'ActivationData', description: 'Activation data received from the cloud.' })

export const system = {
  reboot: post('/api/cmd/reboot/', {
    access: 'administrator',
    summary: 'Restart the gateway',
    description: 'Restarts after the given delay. Saved settings apply then.',
    body: z.object({ rebootSec: z.int().min(0).max(180).describe('Seconds until the restart, 0 to 180.') }),
    reply: z.object({}),
    example: { body: { rebootSec: 5 } },
  }),
  setTime: post('/api/cmd/time/set/', {
    access: 'administrator',
    summary: 'Set the clock',
    description: 'Applies immediately, in UTC. If the program may not set the system clock, it stores the offset.',
    body: z.object({ time: instant.describe('Time in ISO 8601; UTC without a zone.') }),
    reply: z.object({}),
    example: { body: { time: '2026-11-14T23:54:00Z' } },
  }),
  syncTime: post('/api/cmd/time/sync/', {
    access: 'administrator',
    summary: 'Synchronize the clock with the time servers',
    description: 'Queries the servers of the setting `ntp` immediately.',
    errors: { ERROR_TIME_SERVERS: '' },
    body: nothing,
    reply: z.object({}),
  }),
  activate: post('/api/activation/', {
    access: 'cloud',
    summary: 'Store activation data from the cloud',
    description:
      'Works only while the VPN is up. Requests from the cloud through its tunnel require no token. `activeTill` null ends the activation.',
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
