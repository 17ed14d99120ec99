import { brokerUrl, brokerUser, mqttVersion, qos, topic } from '@busbar/mqtt/broker-fields'
import { z } from 'zod'
import { clientCert, devices, filter, privateCa } from '../filters.ts'

/** Everything about a connection to an MQTT broker but its password. */
export const mqttFields = z.object({
  url: brokerUrl.max(500).describe('Broker address: `mqtt://` (default port 1883) or `mqtts://` (default port 8883).'),
  version: mqttVersion,
  user: brokerUser.describe('User name; null for none.'),
  ca: privateCa,
  clientCert,
  root: topic.nullable().default(null).describe('Topic prefix; null for `busbar/` and the organization ID.'),
  shape: z
    .enum(['device', 'param', 'both'])
    .default('device')
    .describe('Messages per poll: one per device, one per parameter, or both.'),
  qos,
  retain: z.boolean().default(true).describe('Whether values are published as retained messages.'),
  devices,
  discovery: z.boolean().default(false).describe('Whether to publish Home Assistant discovery messages.'),
  discoveryPrefix: topic.default('homeassistant').describe('Home Assistant discovery prefix.'),
  commands: z
    .array(filter)
    .max(100)
    .default([])
    .describe(
      'Parameters that messages may write, as filters over network, device and parameter such as `hall/+/setpoint`; none if empty. Requires a user name, and `mqtts://` or a private address.',
    ),
  replay: z
    .boolean()
    .default(false)
    .describe(
      'Whether readings missed while the broker was disconnected are published to `history` topics afterwards, for at most 7 days.',
    ),
  rate: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(200)
    .describe('Maximum messages per second; above it only the newest values are sent.'),
})

/** Fields with the checks between them. */
export const mqttSettings = mqttFields
  .refine(({ discovery, shape }) => !discovery || shape !== 'param', {
    path: ['shape'],
    message: 'must be device or both, where Home Assistant is told of devices',
  })
  .refine(({ commands, user }) => commands.length === 0 || user !== null, {
    path: ['user'],
    message: 'is needed where parameters may be written by messages',
  })
  .refine(({ clientCert: certificate, url }) => certificate === null || url.startsWith('mqtts:'), {
    path: ['clientCert'],
    message: 'needs mqtts://',
  })
export type MqttSettings = z.output<typeof mqttSettings>
