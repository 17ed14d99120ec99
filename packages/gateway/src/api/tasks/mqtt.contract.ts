import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { brokerFields, brokerSecrets } from '../../tasks/mqtt/broker-fields.ts'
import { get, post } from '../server/words.ts'

const { version, user, ca, clientCert, root, qos, retain } = brokerFields

export const mqtt = {
  status: get('/api/mqtt/', {
    access: 'reader',
    extension: true,
    summary: 'MQTT broker settings and state',
    description:
      'The broker to which task items with `PUB` are published. Secrets are not returned. Variant A has no tasks and publishes only whether the gateway is online.',
    reply: z.object({
      isFixed: z.boolean().describe('Whether the broker is set by `--mqtt` and cannot be changed here.'),
      broker: z
        .object({
          url: z.string().describe('Address.'),
          version: version.unwrap().describe('MQTT version: 5, or 4 for 3.1.1.'),
          user: user.unwrap().describe('User name; null without one.'),
          hasPassword: z.boolean().describe('Whether a password is set.'),
          ca: ca.unwrap().describe('CA certificates for the broker; null for those of the system.'),
          clientCert: clientCert.unwrap().describe('Client certificate; null without one.'),
          hasClientKey: z.boolean().describe('Whether the key of the client certificate is set.'),
          root: root.unwrap().describe('Topic prefix as configured; null for the default.'),
          qos: qos.unwrap().describe('QoS of published values.'),
          retain: retain.unwrap().describe('Whether values are published as retained messages.'),
        })
        .nullable()
        .describe('Broker settings; null without a broker.'),
      state: z
        .object({
          phase: z
            .enum(['connecting', 'connected', 'waiting'])
            .describe('Connecting, connected, or waiting for the next attempt.'),
          problem: z
            .string()
            .nullable()
            .describe('Why the broker is not connected or refuses values; null without a problem.'),
          root: z.string().describe('Topic prefix in use.'),
          waiting: z.int().describe('Topics with unsent values.'),
        })
        .nullable()
        .describe('Connection state; null without a broker.'),
    }),
  }),
  set: post('/api/mqtt/set/', {
    access: 'administrator',
    extension: true,
    summary: 'Set the MQTT broker',
    description:
      'Applies immediately and is stored. Retained topics are removed from the previous broker; the new broker receives the current values. An omitted secret keeps its value unless the address changes, in which case it must be sent again.',
    errors: { ERROR_CONFLICT: 'the program was started with a broker.', ERROR_DISK: '' },
    body: z.strictObject({
      ...brokerFields,
      password: brokerSecrets.password.optional().describe('Password; null for none, omitted to keep the current one.'),
      clientKey: brokerSecrets.clientKey
        .optional()
        .describe('Private key of `clientCert` in PEM; null for none, omitted to keep the current one.'),
    }),
    reply: z.object({}),
    example: { body: { url: 'mqtts://broker.example.org', user: 'box-7', password: 'x', root: 'site/box-7' } },
  }),
  remove: post('/api/mqtt/remove/', {
    access: 'administrator',
    extension: true,
    summary: 'Remove the MQTT broker',
    description: 'Removes retained topics from the broker if it is reachable, and deletes its settings and secrets.',
    errors: { ERROR_CONFLICT: 'the program was started with a broker.', ERROR_DISK: '' },
    body: nothing,
    reply: z.object({}),
  }),
}
