import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { brokerFields, brokerSecrets } from '../../mqtt/broker-fields.ts'

const { version, user, ca, clientCert, root, qos, retain } = brokerFields

export const mqtt = {
  status: get('/api/mqtt/', {
    access: 'reader',
    extension: true,
    summary: 'The MQTT broker that is told of items of tasks',
    description:
      'Where items with `PUB` go, and how that goes. Secrets are not told. Generation A has no tasks: its broker hears whether the gateway is there.',
    reply: z.object({
      isFixed: z.boolean().describe('Whether it was given to the program (`--mqtt`), and cannot be changed here.'),
      broker: z
        .object({
          url: z.string().describe('Address.'),
          version: version.unwrap().describe('Version of MQTT: 5, or 4 for 3.1.1.'),
          user: user.unwrap().describe('User name; null where there is none.'),
          hasPassword: z.boolean().describe('Whether it has a password.'),
          ca: ca.unwrap().describe('Certificates that vouch for the broker; null for those of the system.'),
          clientCert: clientCert.unwrap().describe('Certificate of the gateway; null where there is none.'),
          hasClientKey: z.boolean().describe('Whether it has the key of that certificate.'),
          root: root.unwrap().describe('Topic below which everything is, as it was set; null where it was not.'),
          qos: qos.unwrap().describe('Quality of service of values.'),
          retain: retain.unwrap().describe('Whether the broker keeps the newest of each topic.'),
        })
        .nullable()
        .describe('How the broker is described; null where there is none.'),
      state: z
        .object({
          phase: z
            .enum(['connecting', 'connected', 'waiting'])
            .describe('Being dialled, connected, or to be dialled again after a while.'),
          problem: z
            .string()
            .nullable()
            .describe('Why it is not connected, or refuses a value; null where all is well.'),
          root: z.string().describe('Topic below which everything is.'),
          waiting: z.int().describe('Topics whose newest value is not sent yet.'),
        })
        .nullable()
        .describe('How it goes; null where there is no broker.'),
    }),
  }),
  set: post('/api/mqtt/set/', {
    access: 'administrator',
    extension: true,
    summary: 'Describe the MQTT broker',
    description:
      'Counts at once, and is kept. The broker before has its topics taken back; the new one gets what is true now. A secret that is left out stays as it was, unless the address is another: then it must be given anew.',
    errors: { ERROR_CONFLICT: 'the program was started with a broker.', ERROR_DISK: '' },
    body: z.strictObject({
      ...brokerFields,
      password: brokerSecrets.password
        .optional()
        .describe('Password; null for none, left out to keep the one of before.'),
      clientKey: brokerSecrets.clientKey
        .optional()
        .describe('Private key of `clientCert` in PEM; null for none, left out to keep the one of before.'),
    }),
    reply: z.object({}),
    example: { body: { url: 'mqtts://broker.example.org', user: 'box-7', password: 'x', root: 'site/box-7' } },
  }),
  remove: post('/api/mqtt/remove/', {
    access: 'administrator',
    extension: true,
    summary: 'Tell no MQTT broker any more',
    description: 'Its topics are taken back, as far as it is there; the description and its secrets are forgotten.',
    errors: { ERROR_CONFLICT: 'the program was started with a broker.', ERROR_DISK: '' },
    body: nothing,
    reply: z.object({}),
  }),
}
