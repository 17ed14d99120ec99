import { brokerUrl, brokerUser, mqttVersion, qos, topic } from '@busbar/mqtt/broker-fields'
import { z } from 'zod'
import { clientCert, devices, filter, privateCa } from '../connectors/filters.ts'

/** Everything about a connection to an MQTT broker but its password. */
export const mqttFields = z.object({
  url: brokerUrl
    .max(500)
    .describe('Address of the broker: `mqtt://` with port 1883 or `mqtts://` with port 8883 unless another is named.'),
  version: mqttVersion,
  user: brokerUser.describe('User at the broker; null where there is none.'),
  ca: privateCa,
  clientCert,
  root: topic
    .nullable()
    .default(null)
    .describe('Topic below which everything is; null for `busbar/` and the id of the organization.'),
  shape: z
    .enum(['device', 'param', 'both'])
    .default('device')
    .describe('What a poll becomes: one message of the device, one of each parameter, or both.'),
  qos,
  retain: z.boolean().default(true).describe('Whether the broker keeps the last value of each topic.'),
  devices,
  discovery: z
    .boolean()
    .default(false)
    .describe('Whether Home Assistant is told of devices, so that it has them by itself.'),
  discoveryPrefix: topic.default('homeassistant').describe('Topic below which Home Assistant looks for devices.'),
  commands: z
    .array(filter)
    .max(100)
    .default([])
    .describe(
      'Which parameters may be written by messages, as filters over network, device and parameter such as `hall/+/setpoint`; without any, none. Needs a user, and `mqtts://` or a private address.',
    ),
  replay: z
    .boolean()
    .default(false)
    .describe(
      'Whether what was read while the broker was away is sent to `history` topics when it is back, for 7 days at most.',
    ),
  rate: z.number().int().min(1).max(1000).default(200).describe('Messages a second at most; of more the newest win.'),
})

/** With what has to fit together. */
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
