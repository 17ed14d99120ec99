import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../accounts/access/access-contract.ts'
import { evidenceNames } from '../field/diagnosis/facts.ts'
import { ruleNames } from '../field/diagnosis/rules.ts'
import { idOf, pathId } from '../fields/fields.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const share = z.number().describe('Share of the bus time, from 0; above 1 the bus is overloaded.')

const slot = z.object({
  at: z.number().describe('Index of the quarter of an hour, 0 to 95.'),
  requests: z.number().describe('Requests sent.'),
  answers: z.number().describe('Responses, including exceptions.'),
  exceptions: z.number().optional().describe('Exception responses; missing if none.'),
  timeouts: z.number().optional().describe('Requests that timed out; missing if none.'),
  damaged: z.number().optional().describe('Corrupted responses.'),
  late: z.number().optional().describe('Responses received after the timeout.'),
  meanMs: z.number().optional().describe('Mean response time in milliseconds; missing without responses.'),
  slowestMs: z.number().optional().describe('Maximum response time in milliseconds.'),
})

const unit = z.object({
  unit: z.number().describe('Modbus unit ID.'),
  devices: z
    .array(z.object({ deviceId: idOf.device, name: z.string().describe('Device name.') }))
    .describe('Devices with this unit ID; empty if the unit was polled but no device uses it.'),
  requests: z.number().describe('Requests of the last hour.'),
  failed: z.number().describe('Requests without a valid response.'),
  fastestMs: z
    .number()
    .nullable()
    .describe('Minimum response time of the last hour in milliseconds; null without responses.'),
  meanMs: z.number().nullable().describe('Mean response time of the last hour in milliseconds.'),
  slowestMs: z.number().nullable().describe('Maximum response time of the last hour in milliseconds.'),
  answeredOn: timestamp
    .optional()
    .describe('Time of the last response; missing without one since the service started.'),
  silentRequests: z.number().describe('Number of consecutive unanswered requests.'),
  share,
  slots: z.array(slot).describe('Quarters of an hour with requests, oldest first, at most 96.'),
})

const finding = z.object({
  rule: z.enum(ruleNames).describe('Problem, such as `same-address`: two devices probably have the same unit ID.'),
  level: z
    .enum(['critical', 'warning', 'unknown'])
    .describe('Severity; `unknown` if the state of the device itself cannot be determined.'),
  unit: z.number().optional().describe('Modbus unit ID; missing if the problem concerns the whole line.'),
  evidence: z.partialRecord(z.enum(evidenceNames), z.number()).describe('Figures that indicate the problem.'),
})

export const diagnosis = {
  get: get('/net/:netId/diagnosis/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'Diagnosis of the units of a network',
    description:
      'Returns the last 24 hours of each unit in quarters of an hour, its share of the bus time, and the problems detected. The figures survive a restart of the service. Requests of scans are not included.',
    ...netId,
    reply: z.object({
      from: timestamp.describe('Start of the first quarter of an hour.'),
      slotSec: z.number().describe('Length of a slot in seconds.'),
      measuredSec: z
        .number()
        .describe('Period in seconds in which `share` and the budget were measured, at most one hour.'),
      connected: z.boolean().describe('Whether the network is connected.'),
      timeoutMs: z.number().describe('Response timeout in milliseconds.'),
      units: z.array(unit).describe('Units that have a device or were polled, by unit ID.'),
      budget: z
        .object({
          load: share,
          perDevice: z.number().nullable().describe('Share that one more device would need; null without responses.'),
          withTenMore: z.number().nullable().describe('Bus load with ten more devices.'),
          roomFor: z
            .number()
            .nullable()
            .describe('Number of devices that can be added before polling becomes late, at most 1000.'),
        })
        .describe('Bus time.'),
      findings: z.array(finding).describe('Detected problems, worst first; empty without problems.'),
    }),
  }),
  exchanges: get('/net/:netId/exchanges/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Live Modbus traffic of a network',
    description:
      "A stream of server-sent events that stays open. Each request produces an `exchange` {on, unit, by, person?, fn, address?, count?, outcome, tookMs, sent?, heard?, words?, values?} with its result; an unexpected frame produces a `frame` {on, unit, how, asked?, heard}. `by` is poll, read, write, scan, raw or passwords. Bytes are hexadecimal and omitted where they contain a password; `values` are by parameter ID. Events are only kept while a client listens, at most 2000 events of the last five minutes: with the header `Last-Event-ID` the stream resumes there. The comment `: time` contains the server's time, initially and every 5 seconds. At most 10 streams per network.",
    errors: { TooManyRequests: 'ten look at the network already.' },
    ...netId,
    produces: 'text/event-stream',
    reply: z.string(),
  }),
}
