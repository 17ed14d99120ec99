import { instant, nothing } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../http/words.ts'

const text = z.string().max(200)

const activation = z
  .object({
    infrastructureName: text,
    infrastructureShortUrl: text,
    domain: text,
    endpointId: text,
    endpointName: text,
    propertyId: text,
    propertyName: text,
    pin: z.string().regex(/^\d{8}$/, 'must be 8 digits'),
    hasBonusesEur: text,
    activeTill: instant.nullable(),
    supportEmail: text,
  })
  .meta({ id: 'ActivationData' })

export const system = {
  reboot: post('/api/cmd/reboot/', {
    access: 'administrator',
    summary: 'Restart the gateway after so many seconds',
    body: z.object({ rebootSec: z.int().min(0).max(180) }),
    reply: z.object({}),
    example: { body: { rebootSec: 5 } },
  }),
  setTime: post('/api/cmd/time/set/', {
    access: 'administrator',
    summary: 'Set the clock at once, in UTC',
    body: z.object({ time: instant }),
    reply: z.object({}),
    example: { body: { time: '2026-11-14T23:54:00Z' } },
  }),
  syncTime: post('/api/cmd/time/sync/', {
    access: 'administrator',
    summary: 'Set the clock at once by the time servers of the settings',
    body: nothing,
    reply: z.object({}),
  }),
  activate: post('/api/activation/', {
    access: 'administrator',
    summary: 'Note what the cloud says of this gateway; only while the VPN is up. `activeTill` null ends it',
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
