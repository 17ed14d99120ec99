import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/access-contract.ts'
import { mqttFields, mqttSettings } from '../../connectors/settings.ts'
import { idOf, pathId } from '../fields.ts'

/** Of an organization. */
export const connectorsMax = 5

const name = z.string().trim().min(1).max(100).describe('Name by which people know it; each once in an organization.')
const isEnabled = z.boolean().describe('Whether it runs.')
const password = z.string().min(1).max(500)

/** As it is handed on: what is secret is not part of it. */
export const connectorDocument = z.object({
  name,
  kind: z.literal('mqtt').describe('What it is: an MQTT broker.'),
  settings: mqttFields.describe('How it is reached, and what it gets.'),
})

const state = z.object({
  isConnected: z.boolean().describe('Whether the broker is connected.'),
  since: timestamp.nullable().describe('Since when that is so; null before the first try.'),
  lastError: z
    .string()
    .nullable()
    .describe('Why it is not connected, or what the broker refused last; null where nothing is wrong.'),
  sent: z.number().describe('Messages that the broker has taken since the start.'),
  coalesced: z.number().describe('Messages in whose place a newer one went.'),
  dropped: z.number().describe('Messages for which there was no room.'),
  replayed: z.number().describe('Messages about what was missed.'),
  commands: z.number().describe('Commands that were handed on to devices.'),
})

const connector = connectorDocument
  .extend({
    id: idOf.connector,
    isEnabled,
    hasPassword: z.boolean().describe('Whether a password is stored. It is never shown.'),
    root: z.string().describe('Topic below which everything is.'),
    state: state.nullable().describe('What it does right now; null where it does not run.'),
  })
  .meta({ id: 'Connector', description: 'A broker that gets the readings of an organization.' })

const orgId = { params: z.object({ orgId: pathId.org }) }
const both = { params: z.object({ orgId: pathId.org, connectorId: pathId.connector }) }
const owner = { access: 'owner', object: 'org', extension: true } as const
const example = {
  name: 'Home Assistant',
  settings: { url: 'mqtts://broker.example.org', user: 'busbar' },
  password: 'x',
}

/** Where readings of an organization go besides. */
export const connectors = {
  list: get('/org/:orgId/connectors/', {
    ...owner,
    summary: 'Connectors of an organization',
    description: 'MQTT brokers that get its readings, with what each does right now.',
    ...orgId,
    reply: z.array(connector),
  }),
  create: post('/org/:orgId/connectors/create/', {
    ...owner,
    summary: 'Connect a broker',
    description: `Begins at once, if it is enabled. At most ${connectorsMax} in an organization. The address is judged as those of webhooks are. What is published where is written in the guide about integrations.`,
    errors: { IncorrectRequest: `there are ${connectorsMax} already, or one of this name.` },
    ...orgId,
    body: z.object({
      name,
      isEnabled: isEnabled.default(true),
      settings: mqttSettings.describe('How it is reached, and what it gets.'),
      password: password.nullable().default(null).describe('Password at the broker; null where there is none.'),
    }),
    reply: z.object({ id: idOf.connector }),
    example: { body: example },
  }),
  change: post('/org/:orgId/connectors/:connectorId/change/', {
    ...owner,
    summary: 'Change a connector',
    description: 'All of it but the password, which stays where it is left out. It connects anew.',
    errors: { IncorrectRequest: 'there is another of this name.' },
    ...both,
    body: z.object({
      name,
      isEnabled,
      settings: mqttSettings.describe('How it is reached, and what it gets.'),
      password: password.nullable().optional().describe('Password at the broker; null takes it away.'),
    }),
    reply: z.object({}),
    example: { body: { ...example, name: 'Node-RED', isEnabled: false } },
  }),
  delete: post('/org/:orgId/connectors/:connectorId/delete/', {
    ...owner,
    summary: 'Delete a connector',
    description: 'What the broker has kept stays there.',
    ...both,
    body: nothing,
    reply: z.object({}),
  }),
  test: post('/org/:orgId/connectors/:connectorId/test/', {
    ...owner,
    summary: 'Try a connector',
    description:
      'Connects once more, sends a message to `$test` below its topic and waits for it to come back: that a broker grants something proves nothing.',
    ...both,
    body: nothing,
    reply: z.union([
      z.object({ ok: z.literal(true).describe('The message came back.') }),
      z.object({ err: z.string().describe('Why it did not.') }),
    ]),
  }),
}
