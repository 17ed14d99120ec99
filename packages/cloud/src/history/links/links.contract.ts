import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { troubleKinds } from './trouble.rules.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const lid = z
  .union([
    z.object({ backward: z.string().describe('MAC of the gateway that calls in.') }),
    z.object({ direct: z.string().describe('Address and port that are dialled.') }),
  ])
  .describe('How the network is reached: `backward` or `direct`.')

const linkSettings = z.object({
  /** For one answer. */
  timeoutMs: z.int().min(50).max(60_000).describe('Milliseconds to wait for one answer, 50 to 60000.'),
  /** Requests on their way at once. */
  exchangeDepth: z.int().min(1).max(16).describe('Requests on their way at once, 1 to 16.'),
  isKeylessAllowed: z.boolean().describe('Whether a gateway without a key may call in for this network.'),
  isPasswordUnprovenAllowed: z
    .boolean()
    .describe('Whether stored passwords may be sent on a link whose key was not proven. Only an owner allows it.'),
  /** Not at first where a code led to the network. */
  isWritingAllowed: z
    .boolean()
    .describe(
      'Whether devices of the network may be written to. Only an owner changes it; it is off at first where a code led to the network.',
    ),
})

const shownKey = z.string().length(8)
/** Of the public keys in base64 the first eight characters, to be compared with what `busbar-gateway status` shows. */
const keys = z.object({
  /** Null where none is pinned. */
  gateway: shownKey
    .nullable()
    .describe('First eight characters of the key that is pinned for the gateway, in base64; null where none is.'),
  cloud: shownKey.describe("First eight characters of the cloud's key, in base64."),
})

export const polling = z.object({
  polls: z.number().describe('Polls since the service started.'),
  readings: z.number().describe('Values that were read.'),
  /** Values that could not be read, by reason. */
  failures: z.record(z.string(), z.number()).describe('Values that could not be read, by reason.'),
  skipped: z.number().describe('Polls that were left out because the one before had not ended.'),
  lagP99Ms: z.number().describe('By how many milliseconds polls start late, in 99 of 100 cases.'),
  requestsPerCycle: z.number().describe('Modbus requests of one round over all devices.'),
  lastCycleMs: z.number().describe('Milliseconds that the last round took.'),
  predictedCycleMs: z.number().optional().describe('Milliseconds that a round should take by what was measured.'),
  periodSec: z.number().optional().describe('Shortest reading period of a device of the network, in seconds.'),
  /** Above 1 the link cannot keep up. */
  busLoad: z.number().optional().describe('Share of the time in which the link is busy; above 1 it cannot keep up.'),
  meanExchangeMs: z.number().optional().describe('Milliseconds of one request and its answer, on average.'),
})

const trouble = z.object({
  kind: z
    .enum(troubleKinds)
    .describe(
      '`paused` by a person, `gateway-away`: it does not call in, `link-down`: the address does not take connections, `no-answer` of the unit, `refused` by the device, `unreadable` as it is set up.',
    ),
  reason: z.string().optional().describe('Reason of the latest failure, such as `Timeout`.'),
  since: timestamp
    .optional()
    .describe('Last good read, or when it was paused; missing where nothing was ever read from it.'),
})

export const polledDevice = z.object({
  deviceId: idOf.device,
  name: z.string().describe('Name of the device.'),
  modbusUnitId: z.number().describe('Modbus unit id, 0 to 255.'),
  state: z
    .enum(['ok', 'polling', 'backing-off', 'no-connection', 'nothing-to-read', 'disabled'])
    .describe('What polling of the device does now.'),
  nextReadOn: timestamp.optional().describe('When it is read next.'),
  lastPollOn: timestamp.optional().describe('When it was last asked.'),
  lastDurationMs: z.number().optional().describe('Milliseconds that its last poll took.'),
  /** Of a device that is left alone for a while. */
  backOffTill: timestamp.optional().describe('Until when a silent device is left alone.'),
  failures: z.number().optional().describe('Polls that failed one after another.'),
  /** Why the latest poll failed, if it did, as a whole or in part. */
  lastError: z
    .string()
    .optional()
    .describe('Why the latest poll failed, as a whole or in part; missing where it did not.'),
  lastErrorOn: timestamp.optional().describe('When that was.'),
  updatePeriodSec: z
    .number()
    .describe('It is read every so many seconds; a device in trouble is tried again as often.'),
  lastGoodReadOn: timestamp
    .optional()
    .describe('When something was last read from it; missing where nothing ever was.'),
  trouble: trouble
    .optional()
    .describe(
      'What keeps it from being read; missing where the latest poll read something. Known right after a start.',
    ),
})

/** Of a network, as it is shown. */
export const netLink = linkSettings.extend({
  keys: keys.optional().describe('Keys of a network whose gateway calls in.'),
})

export const links = {
  status: post('/net/:netId/connection-status/', {
    access: 'viewer',
    object: 'net',
    summary: 'Connection status of a network',
    description: 'Tells whether it is connected, since when, and what went wrong last.',
    ...netId,
    body: nothing,
    reply: z.object({
      connected: z.boolean().describe('Whether there is a connection now.'),
      lid,
      since: timestamp.optional().describe('Since when it is so.'),
      lastError: z.string().optional().describe('What went wrong last.'),
      lastErrorOn: timestamp.optional().describe('When that was.'),
    }),
  }),
  drop: post('/net/:netId/drop-connections/', {
    access: 'operator',
    object: 'net',
    summary: 'End the connections of a network',
    description: 'The network connects again by itself. Requests that are on their way fail.',
    ...netId,
    body: nothing,
    reply: z.object({ dropped: z.number().describe('Connections that were ended.') }),
  }),
  statistics: get('/net/:netId/statistics/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'How polling of a network goes',
    description: 'Figures since the service was started: load, what fails, and what each device does.',
    ...netId,
    reply: z.object({
      polling: polling.optional().describe('Figures of the network; missing where nothing is polled.'),
      devices: z.array(polledDevice).describe('Each device of the network.'),
    }),
  }),
  settings: get('/net/:netId/link-settings/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'How the cloud talks with a network',
    description:
      'Timeouts, limits and permissions of the link, and the keys by which the gateway and the cloud know each other; compare them with what `busbar gateway status` shows.',
    ...netId,
    reply: netLink,
  }),
  changeSettings: post('/net/:netId/link-settings/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Change how the cloud talks with a network',
    description:
      'What is not given stays. Only an owner allows passwords on a link whose key was not proven, and decides whether devices may be written to.',
    errors: { NotAuthorized: 'the caller is no manager, or no owner where one is needed.' },
    ...netId,
    body: linkSettings.partial(),
    reply: z.object({}),
    example: { body: { timeoutMs: 1000 } },
  }),
}
