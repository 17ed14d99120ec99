import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

const netId = { params: z.object({ netId: id }) }
const lid = z.union([z.object({ backward: z.string() }), z.object({ direct: z.string() })])

const linkSettings = z.object({
  /** For one answer. */
  timeoutMs: z.int().min(50).max(60_000),
  /** Requests on their way at once. */
  exchangeDepth: z.int().min(1).max(16),
  isKeylessAllowed: z.boolean(),
  isPasswordUnprovenAllowed: z.boolean(),
  /** Not at first where a code led to the network. */
  isWritingAllowed: z.boolean(),
})

const shownKey = z.string().length(8)
/** Of the public keys in base64 the first eight characters, to be compared with what `busbar-gateway status` shows. */
const keys = z.object({
  /** Null where none is pinned. */
  gateway: shownKey.nullable(),
  cloud: shownKey,
})

const polling = z.object({
  polls: z.number(),
  readings: z.number(),
  /** Values that could not be read, by reason. */
  failures: z.record(z.string(), z.number()),
  skipped: z.number(),
  lagP99Ms: z.number(),
  requestsPerCycle: z.number(),
  lastCycleMs: z.number(),
  predictedCycleMs: z.number().optional(),
  periodSec: z.number().optional(),
  /** Above 1 the link cannot keep up. */
  busLoad: z.number().optional(),
  meanExchangeMs: z.number().optional(),
})

const polledDevice = z.object({
  deviceId: idNumber,
  name: z.string(),
  modbusUnitId: z.number(),
  state: z.enum(['ok', 'polling', 'backing-off', 'no-connection', 'nothing-to-read', 'disabled']),
  nextReadOn: timestamp.optional(),
  lastPollOn: timestamp.optional(),
  lastDurationMs: z.number().optional(),
  /** Of a device that is left alone for a while. */
  backOffTill: timestamp.optional(),
  failures: z.number().optional(),
  /** Why the latest poll failed, if it did, as a whole or in part. */
  lastError: z.string().optional(),
  lastErrorOn: timestamp.optional(),
})

export const links = {
  status: post('/net/:netId/connection-status/', {
    access: 'viewer',
    object: 'net',
    summary: 'Whether a network is connected, since when, and what went wrong last',
    ...netId,
    body: nothing,
    reply: z.object({
      connected: z.boolean(),
      lid,
      since: timestamp.optional(),
      lastError: z.string().optional(),
      lastErrorOn: timestamp.optional(),
    }),
  }),
  drop: post('/net/:netId/drop-connections/', {
    access: 'operator',
    object: 'net',
    summary: 'End the connections of a network; it connects again by itself',
    ...netId,
    body: nothing,
    reply: z.object({ dropped: z.number() }),
  }),
  statistics: get('/net/:netId/statistics/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary:
      'How polling a network goes, since the service was started: its load, what fails, and what each device does',
    ...netId,
    reply: z.object({ polling: polling.optional(), devices: z.array(polledDevice) }),
  }),
  settings: get('/net/:netId/link-settings/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary:
      'How the cloud talks with a network, and the keys by which a gateway that calls in and the cloud know each other',
    ...netId,
    reply: linkSettings.extend({ keys: keys.optional() }),
  }),
  changeSettings: post('/net/:netId/link-settings/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary:
      'Change how the cloud talks with a network; what is not given stays. Only an owner allows passwords on a link whose key was not proven, and writing to devices',
    ...netId,
    body: linkSettings.partial(),
    reply: z.object({}),
    example: { body: { timeoutMs: 1000 } },
  }),
}
