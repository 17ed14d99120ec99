import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { troubleKinds } from './trouble.rules.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const lid = z
  .union([
    z.object({ backward: z.string().describe('MAC address of the gateway.') }),
    z.object({ direct: z.string().describe('Address and port to connect to.') }),
  ])
  .describe('Connection type: `backward` or `direct`.')

const linkSettings = z.object({
  /** For one answer. */
  timeoutMs: z.int().min(50).max(60_000).describe('Response timeout in milliseconds, 50 to 60000.'),
  /** Requests on their way at once. */
  exchangeDepth: z.int().min(1).max(16).describe('Maximum number of pending requests, 1 to 16.'),
  isKeylessAllowed: z.boolean().describe('Whether a gateway without a key may connect for this network.'),
  isPasswordUnprovenAllowed: z
    .boolean()
    .describe(
      'Whether stored passwords may be sent over a connection without a verified key. Only an owner can allow it.',
    ),
  /** Not at first where a code led to the network. */
  isWritingAllowed: z
    .boolean()
    .describe(
      'Whether devices of the network may be written to. Only an owner can change it; initially disabled if the network was created with a code.',
    ),
})

const shownKey = z.string().length(8)
/** First eight characters of the public keys in base64, to compare with the output of `busbar-gateway status`. */
const keys = z.object({
  /** Null where none is pinned. */
  gateway: shownKey
    .nullable()
    .describe('First eight characters of the key pinned for the gateway, in base64; null without one.'),
  cloud: shownKey.describe("First eight characters of the cloud's key, in base64."),
})

export const polling = z.object({
  polls: z.number().describe('Polls since the service started.'),
  readings: z.number().describe('Values read.'),
  /** Values that could not be read, by reason. */
  failures: z.record(z.string(), z.number()).describe('Failed values by reason.'),
  skipped: z.number().describe('Polls skipped because the previous poll had not ended.'),
  lagP99Ms: z.number().describe('Delay of polls in milliseconds, 99th percentile.'),
  requestsPerCycle: z.number().describe('Modbus requests in one polling cycle over all devices.'),
  lastCycleMs: z.number().describe('Duration of the last cycle in milliseconds.'),
  predictedCycleMs: z.number().optional().describe('Predicted duration of a cycle in milliseconds, from measurements.'),
  periodSec: z.number().optional().describe('Shortest polling period of its devices in seconds.'),
  /** Above 1 the link cannot keep up. */
  busLoad: z.number().optional().describe('Bus load; above 1 the bus is overloaded.'),
  meanExchangeMs: z.number().optional().describe('Mean duration of a request in milliseconds.'),
})

const trouble = z.object({
  kind: z
    .enum(troubleKinds)
    .describe(
      '`paused` by a user, `gateway-away`: not connected, `link-down`: the address refuses connections, `no-answer` of the unit, `refused` by the device, `unreadable` because of its configuration.',
    ),
  reason: z.string().optional().describe('Reason of the last failure, such as `Timeout`.'),
  since: timestamp
    .optional()
    .describe('Last successful read, or the time when it was paused; missing without any reading.'),
})

export const polledDevice = z.object({
  deviceId: idOf.device,
  name: z.string().describe('Device name.'),
  modbusUnitId: z.number().describe('Modbus unit ID, 0 to 255.'),
  state: z
    .enum(['ok', 'polling', 'backing-off', 'no-connection', 'nothing-to-read', 'disabled'])
    .describe('Current polling state of the device.'),
  nextReadOn: timestamp.optional().describe('Time of the next poll.'),
  lastPollOn: timestamp.optional().describe('Time of the last poll.'),
  lastDurationMs: z.number().optional().describe('Duration of the last poll in milliseconds.'),
  /** Back-off of an unresponsive device. */
  backOffTill: timestamp.optional().describe('End of the back-off of an unresponsive device.'),
  failures: z.number().optional().describe('Number of consecutive failed polls.'),
  /** Why the latest poll failed, if it did, as a whole or in part. */
  lastError: z.string().optional().describe('Why the last poll failed completely or partly; missing if it succeeded.'),
  lastErrorOn: timestamp.optional().describe('Time of that failure.'),
  updatePeriodSec: z.number().describe('Polling period in seconds; a failing device is retried at the same interval.'),
  lastGoodReadOn: timestamp.optional().describe('Time of the last successful read; missing without one.'),
  trouble: trouble
    .optional()
    .describe(
      'Why it cannot be read; missing if the last poll returned values. Available immediately after a restart.',
    ),
})

/** The link of a network, as shown to users. */
export const netLink = linkSettings.extend({
  keys: keys.optional().describe('Keys of a network with a gateway connection.'),
})

export const links = {
  status: post('/net/:netId/connection-status/', {
    access: 'viewer',
    object: 'net',
    summary: 'Connection status of a network',
    description: 'Reports whether it is connected, since when, and the last error.',
    ...netId,
    body: nothing,
    reply: z.object({
      connected: z.boolean().describe('Whether the network is connected.'),
      lid,
      since: timestamp.optional().describe('Start of the current connection state.'),
      lastError: z.string().optional().describe('Last error.'),
      lastErrorOn: timestamp.optional().describe('Time of that failure.'),
    }),
  }),
  drop: post('/net/:netId/drop-connections/', {
    access: 'operator',
    object: 'net',
    summary: 'Close the connections of a network',
    description: 'The network reconnects automatically. Pending requests fail.',
    ...netId,
    body: nothing,
    reply: z.object({ dropped: z.number().describe('Number of connections closed.') }),
  }),
  statistics: get('/net/:netId/statistics/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Polling statistics of a network',
    description: 'Figures since the start of the service: bus load, failures, and the state of each device.',
    ...netId,
    reply: z.object({
      polling: polling.optional().describe('Statistics of the network; missing without polling.'),
      devices: z.array(polledDevice).describe('Devices of the network.'),
    }),
  }),
  settings: get('/net/:netId/link-settings/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Connection settings of a network',
    description:
      'Timeouts, limits and permissions of the connection, and the keys of gateway and cloud; compare them with the output of `busbar gateway status`.',
    ...netId,
    reply: netLink,
  }),
  changeSettings: post('/net/:netId/link-settings/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Change the connection settings of a network',
    description:
      'Omitted fields are unchanged. Only an owner can allow passwords over a connection without a verified key, and allow writing to devices.',
    errors: { NotAuthorized: 'the caller is no manager, or no owner where one is needed.' },
    ...netId,
    body: linkSettings.partial(),
    reply: z.object({}),
    example: { body: { timeoutMs: 1000 } },
  }),
}
