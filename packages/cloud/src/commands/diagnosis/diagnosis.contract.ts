import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { evidenceNames } from '../../field/diagnosis/facts.ts'
import { ruleNames } from '../../field/diagnosis/rules.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const netId = { params: z.object({ netId: pathId.net }) }
const share = z.number().describe("Share of the line's time, from 0 on; above 1 it cannot keep up.")

const slot = z.object({
  at: z.number().describe('Which part of the day, 0 to 95.'),
  requests: z.number().describe('Requests that were sent.'),
  answers: z.number().describe('Answers, exceptions among them.'),
  exceptions: z.number().optional().describe('Answers that were an exception; missing where none was.'),
  timeouts: z.number().optional().describe('Requests without an answer in time; missing where all had one.'),
  damaged: z.number().optional().describe('Answers that were damaged on their way.'),
  late: z.number().optional().describe('Answers that came when they were no longer waited for.'),
  meanMs: z.number().optional().describe('Milliseconds of an answer on average; missing where there was none.'),
  slowestMs: z.number().optional().describe('Milliseconds of the slowest answer.'),
})

const unit = z.object({
  unit: z.number().describe('Modbus unit id.'),
  devices: z
    .array(z.object({ deviceId: idOf.device, name: z.string().describe('Name of the device.') }))
    .describe('Devices with this unit id; none where somebody asked a unit that is no device.'),
  requests: z.number().describe('Requests of the last hour.'),
  failed: z.number().describe('Of these, requests without a good answer.'),
  fastestMs: z
    .number()
    .nullable()
    .describe('Milliseconds of the fastest answer of the last hour; null where none came.'),
  meanMs: z.number().nullable().describe('Milliseconds of an answer of the last hour, on average.'),
  slowestMs: z.number().nullable().describe('Milliseconds of the slowest answer of the last hour.'),
  answeredOn: timestamp
    .optional()
    .describe('When it last answered; missing where it has not since the service was started.'),
  silentRequests: z.number().describe('Requests without an answer up to now, one after another.'),
  share,
  slots: z.array(slot).describe('Quarters of an hour in which it was asked, oldest first, 96 at most.'),
})

const finding = z.object({
  rule: z.enum(ruleNames).describe('What is wrong, such as `same-address`: likely two devices have one unit id.'),
  level: z
    .enum(['critical', 'warning', 'unknown'])
    .describe('How bad it is; `unknown` where nobody can say whether anything is wrong with the device itself.'),
  unit: z.number().optional().describe('Modbus unit id; missing where it is about the whole line.'),
  evidence: z.partialRecord(z.enum(evidenceNames), z.number()).describe('The figures that it rests on.'),
})

export const diagnosis = {
  get: get('/net/:netId/diagnosis/', {
    access: 'viewer',
    object: 'net',
    extension: true,
    summary: 'How the units of a network answer, and what is wrong',
    description:
      'A day of each unit in quarters of an hour, what it takes of the line, and what that shows. Figures outlive a restart of the service. Requests of scans are not counted.',
    ...netId,
    reply: z.object({
      from: timestamp.describe('When the first quarter of an hour begins.'),
      slotSec: z.number().describe('Seconds of one of the 96 parts of the day.'),
      measuredSec: z.number().describe('Seconds over which `share` and the budget were measured, an hour at most.'),
      connected: z.boolean().describe('Whether there is a connection now.'),
      timeoutMs: z.number().describe('Milliseconds that an answer is waited for.'),
      units: z.array(unit).describe('Units that have a device or were asked, by number.'),
      budget: z
        .object({
          load: share,
          perDevice: z.number().nullable().describe('Share that one more device would take; null where none answers.'),
          withTenMore: z.number().nullable().describe('Share with ten more devices.'),
          roomFor: z.number().nullable().describe('More devices that fit before reading comes late, at most 1000.'),
        })
        .describe("The line's time."),
      findings: z.array(finding).describe('What is wrong, worst first; none where all is well.'),
    }),
  }),
  exchanges: get('/net/:netId/exchanges/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Live exchanges of a network',
    description:
      'A stream of server-sent events that stays open. `exchange` {on, unit, by, person?, fn, address?, count?, outcome, tookMs, sent?, heard?, words?, values?} comes for each request that left and what became of it, `frame` {on, unit, how, asked?, heard} for a frame that nobody waited for. `by` is poll, read, write, scan, raw or passwords; bytes are hexadecimal, and left out where they hold a password; `values` are by parameter id. Nothing is kept until somebody looks, and then 2000 events of at most five minutes: with the header `Last-Event-ID` it goes on from there. The comment `: time` has the time of the server, at first and every 5 seconds. A network has at most 10 such streams.',
    errors: { TooManyRequests: 'ten look at the network already.' },
    ...netId,
    produces: 'text/event-stream',
    reply: z.string(),
  }),
}
