import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, nameOfAtMost, pathId } from '../../fields/fields.ts'
import { mqttFields, mqttSettings } from '../mqtt/settings.ts'
import { remoteWriteSettings } from '../remote-write/settings.ts'

/** Of an organization. */
export const connectorsMax = 5

const name = nameOfAtMost(100).describe('Name by which people know it; each once in an organization.')
const isEnabled = z.boolean().describe('Whether it runs.')
const password = z.string().min(1).max(500)
const settingsText = 'How it is reached, and what it gets.'
const mqtt = z.literal('mqtt').describe('What it is: an MQTT broker.')
const prometheus = z
  .literal('prometheus')
  .describe("What it is: a Prometheus, Mimir or VictoriaMetrics that takes samples by Prometheus' remote-write.")

const mqttDocument = z.object({ name, kind: mqtt, settings: mqttFields.describe(settingsText) })
const prometheusDocument = z.object({ name, kind: prometheus, settings: remoteWriteSettings.describe(settingsText) })

/** As it is handed on: what is secret is not part of it. */
export const connectorDocument = z.discriminatedUnion('kind', [mqttDocument, prometheusDocument])

const state = z.object({
  isConnected: z
    .boolean()
    .describe('Whether the broker is connected; whether samples were taken when they were last sent.'),
  since: timestamp.nullable().describe('Since when that is so; null before the first try.'),
  lastError: z
    .string()
    .nullable()
    .describe('Why it is not connected, or what was refused last; null where nothing is wrong.'),
  sent: z.number().describe('Messages that the broker has taken since the start; or samples.'),
  coalesced: z.number().describe('Messages in whose place a newer one went.'),
  dropped: z.number().describe('Messages for which there was no room; samples that were refused.'),
  replayed: z.number().describe('Messages about what was missed; samples that were sent from the database.'),
  commands: z.number().describe('Commands that were handed on to devices.'),
})

const shown = {
  id: idOf.connector,
  isEnabled,
  hasPassword: z.boolean().describe('Whether a password is stored. It is never shown.'),
  state: state.nullable().describe('What it does right now; null where it does not run.'),
}
const connector = z
  .discriminatedUnion('kind', [
    mqttDocument.extend({
      ...shown,
      root: z.string().describe('Topic below which everything is.'),
      hasClientKey: z.boolean().describe('Whether the key to its client certificate is stored. It is never shown.'),
    }),
    prometheusDocument.extend(shown),
  ])
  .meta({ id: 'Connector', description: 'What gets the readings of an organization besides.' })

const passwordOf = {
  create: password
    .nullable()
    .default(null)
    .describe('Password at the other side, or its token; null where there is none.'),
  change: password.nullable().optional().describe('Password at the other side, or its token; null takes it away.'),
}
const clientKey = z
  .string()
  .max(20_000)
  .regex(/^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'must be a private key in PEM')
const clientKeyOf = {
  create: clientKey
    .nullable()
    .default(null)
    .describe('Key to `clientCert` in PEM, without a passphrase; null where there is none.'),
  change: clientKey
    .nullable()
    .optional()
    .describe('Key to `clientCert` in PEM, without a passphrase; left out, the stored one stays; null takes it away.'),
}
const bodyOf = <Fields extends z.ZodRawShape, Key extends z.ZodType>(fields: Fields, key: Key) =>
  z.discriminatedUnion('kind', [
    z.object({
      name,
      ...fields,
      kind: mqtt.optional().default('mqtt'),
      settings: mqttSettings.describe(settingsText),
      clientKey: key,
    }),
    z.object({ name, ...fields, kind: prometheus, settings: remoteWriteSettings.describe(settingsText) }),
  ])

const orgId = { params: z.object({ orgId: pathId.org }) }
const both = { params: z.object({ orgId: pathId.org, connectorId: pathId.connector }) }
const owner = { access: 'owner', object: 'org', extension: true } as const
const example = {
  name: 'Home Assistant',
  kind: 'mqtt',
  settings: { url: 'mqtts://broker.example.org', user: 'busbar' },
  password: 'x',
}

/** Where readings of an organization go besides. */
export const connectors = {
  list: get('/org/:orgId/connectors/', {
    ...owner,
    summary: 'Connectors of an organization',
    description: 'MQTT brokers and others that get its readings, with what each does right now.',
    ...orgId,
    reply: z.array(connector),
  }),
  create: post('/org/:orgId/connectors/create/', {
    ...owner,
    summary: 'Connect a broker, or what takes samples',
    description: `Begins at once, if it is enabled. At most ${connectorsMax} in an organization. The address is judged as those of webhooks are. What is published where is written in the guide about integrations.`,
    errors: {
      IncorrectRequest: `there are ${connectorsMax} already, or one of this name; or the key does not belong to the certificate; or its topic cannot be used at this broker.`,
    },
    ...orgId,
    body: bodyOf({ isEnabled: isEnabled.default(true), password: passwordOf.create }, clientKeyOf.create),
    reply: z.object({ id: idOf.connector }),
    example: { body: example },
  }),
  change: post('/org/:orgId/connectors/:connectorId/change/', {
    ...owner,
    summary: 'Change a connector',
    description:
      'All of it but its kind, and the password and key, which stay where they are left out. It connects anew.',
    errors: {
      IncorrectRequest:
        'there is another of this name, or it is of another kind; or the key does not belong to the certificate; or its topic cannot be used at this broker.',
    },
    ...both,
    body: bodyOf({ isEnabled, password: passwordOf.change }, clientKeyOf.change),
    reply: z.object({}),
    example: { body: { ...example, name: 'Node-RED', isEnabled: false } },
  }),
  delete: post('/org/:orgId/connectors/:connectorId/delete/', {
    ...owner,
    summary: 'Delete a connector',
    description: 'What the other side has kept stays there.',
    ...both,
    body: nothing,
    reply: z.object({}),
  }),
  test: post('/org/:orgId/connectors/:connectorId/test/', {
    ...owner,
    summary: 'Try a connector',
    description:
      'Connects once more, sends a message to `$test` below its topic and waits for it to come back: that a broker grants something proves nothing. Of others it is asked whether they take samples, without sending any.',
    ...both,
    body: nothing,
    reply: z.union([
      z.object({ ok: z.literal(true).describe('The message came back, or samples would be taken.') }),
      z.object({ err: z.string().describe('Why it did not.') }),
    ]),
  }),
}
