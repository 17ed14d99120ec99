import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { idOf, nameOfAtMost, pathId } from '../fields/fields.ts'
import { mqttFields, mqttSettings } from './mqtt/settings.ts'
import { remoteWriteSettings } from './remote-write/settings.ts'

/** Limit per organization. */
export const connectorsMax = 5

const name = nameOfAtMost(100).describe('Name, unique in the organization.')
const isEnabled = z.boolean().describe('Whether it is enabled.')
const password = z.string().min(1).max(500)
const settingsText = 'How it is reached, and what it gets.'
const mqtt = z.literal('mqtt').describe('MQTT broker.')
const prometheus = z.literal('prometheus').describe('Prometheus, Mimir or VictoriaMetrics, by Prometheus remote write.')

const mqttDocument = z.object({ name, kind: mqtt, settings: mqttFields.describe(settingsText) })
const prometheusDocument = z.object({ name, kind: prometheus, settings: remoteWriteSettings.describe(settingsText) })

/** As it is handed on: what is secret is not part of it. */
export const connectorDocument = z.discriminatedUnion('kind', [mqttDocument, prometheusDocument])

const state = z.object({
  isConnected: z.boolean().describe('Whether the broker is connected, or the last samples were accepted.'),
  since: timestamp.nullable().describe('Start of this state; null before the first attempt.'),
  lastError: z.string().nullable().describe('Why it is not connected, or the last refusal; null without a problem.'),
  sent: z.number().describe('Messages or samples accepted since the start.'),
  coalesced: z.number().describe('Messages replaced by newer ones before they were sent.'),
  dropped: z.number().describe('Messages dropped because the queue was full; samples refused.'),
  replayed: z.number().describe('Messages about missed readings; samples sent from the database.'),
  commands: z.number().describe('Commands sent to devices.'),
})

const shown = {
  id: idOf.connector,
  isEnabled,
  hasPassword: z.boolean().describe('Whether a password is stored. It is never returned.'),
  state: state.nullable().describe('Current state; null while disabled.'),
}
const connector = z
  .discriminatedUnion('kind', [
    mqttDocument.extend({
      ...shown,
      root: z.string().describe('Topic prefix.'),
      hasClientKey: z.boolean().describe('Whether the key of the client certificate is stored. It is never returned.'),
    }),
    prometheusDocument.extend(shown),
  ])
  .meta({ id: 'Connector', description: "A receiver of the organization's readings." })

const passwordOf = {
  create: password.nullable().default(null).describe('Password or token for the receiver; null for none.'),
  change: password.nullable().optional().describe('Password or token for the receiver; null removes it.'),
}
const clientKey = z
  .string()
  .max(20_000)
  .regex(/^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'must be a private key in PEM')
const clientKeyOf = {
  create: clientKey
    .nullable()
    .default(null)
    .describe('Key of `clientCert` in PEM, without a passphrase; null for none.'),
  change: clientKey
    .nullable()
    .optional()
    .describe('Key of `clientCert` in PEM, without a passphrase; unchanged if omitted; null removes it.'),
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

/** Connectors forward readings of an organization to other systems. */
export const connectors = {
  list: get('/org/:orgId/connectors/', {
    ...owner,
    summary: 'List connectors',
    description: 'MQTT brokers and other receivers of readings, with their current state.',
    ...orgId,
    reply: z.array(connector),
  }),
  create: post('/org/:orgId/connectors/create/', {
    ...owner,
    summary: 'Create a connector',
    description: `Starts immediately if enabled. At most ${connectorsMax} per organization. The address is checked like those of webhooks. The integration guide describes the published topics.`,
    errors: {
      IncorrectRequest: `there are ${connectorsMax} already, or one with this name; or the key does not match the certificate; or its topic cannot be used with this broker.`,
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
      'Replaces all settings except the type; an omitted password or key is unchanged. The connector reconnects.',
    errors: {
      IncorrectRequest:
        'another connector has this name, or the type differs; or the key does not match the certificate; or its topic cannot be used with this broker.',
    },
    ...both,
    body: bodyOf({ isEnabled, password: passwordOf.change }, clientKeyOf.change),
    reply: z.object({}),
    example: { body: { ...example, name: 'Node-RED', isEnabled: false } },
  }),
  delete: post('/org/:orgId/connectors/:connectorId/delete/', {
    ...owner,
    summary: 'Delete a connector',
    description: 'Data already sent is not deleted.',
    ...both,
    body: nothing,
    reply: z.object({}),
  }),
  test: post('/org/:orgId/connectors/:connectorId/test/', {
    ...owner,
    summary: 'Test a connector',
    description:
      'For MQTT, opens a new connection, publishes a message to `$test` below the topic prefix and waits to receive it, since an acknowledged subscription alone proves nothing. For others, checks whether samples are accepted without sending any.',
    ...both,
    body: nothing,
    reply: z.union([
      z.object({ ok: z.literal(true).describe('The message was received, or samples would be accepted.') }),
      z.object({ err: z.string().describe('Why the test failed.') }),
    ]),
  }),
}
