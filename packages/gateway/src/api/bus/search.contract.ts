import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'
import { baudRate, charFormat, frameMode } from './line.contract.ts'

const uid = z.int().min(1).max(247)

const foundDevice = z
  .object({
    uid: z.int().describe('Modbus unit ID.'),
    baudRate: z.int().describe('Baud rate of the response.'),
    charFormat: z.int().describe('Character format of the response, 0 to 5.'),
    frameMode: z.int().describe('0 RTU, 1 ASCII.'),
  })
  .meta({ id: 'FoundDevice', description: 'A unit that responded.' })

export const search = {
  start: post('/api/modbus/find/start/', {
    access: 'fieldActor',
    summary: 'Search for units on the serial bus',
    description:
      'Polls units 1 to 247 at the given speed and format, between other requests. A second search is refused with `BUSY`; slave mode refuses it with `ERROR_SERIAL_IS_SLAVE`.',
    body: z.object({
      baudRate,
      charFormat,
      frameMode: frameMode.optional(),
      fastSearch: z
        .boolean()
        .optional()
        .describe('True to poll the most common unit IDs first, with shorter timeouts.'),
    }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY', 'ERROR']).describe('Whether the search was started.'),
      errorCode: z.string().nullable().describe('Error code; null without an error.'),
    }),
    example: {
      body: { baudRate: 9600, charFormat: 0, frameMode: 0, fastSearch: true },
    },
  }),
  stop: post('/api/modbus/find/stop/', {
    access: 'fieldActor',
    summary: 'Stop the search',
    description: 'Returns `BUSY` while a frame is being sent: repeat the request. Units found so far are kept.',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']).describe('Whether the search has stopped.') }),
  }),
  result: get('/api/modbus/find/result/', {
    access: 'fieldReader',
    summary: 'Search progress',
    description: 'With `list`, includes the units found so far.',
    query: z.strictObject({ list: flag.describe('Whether to include the units found.') }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY']).describe('`BUSY` while the search runs.'),
      uid: z.int().nullable().describe('Unit being polled; null when not running.'),
      found: z.int().describe('Number of units found.'),
      foundDevices: z.array(foundDevice).optional().describe('Units found; only with `list`.'),
    }),
  }),
  startLines: post('/api/modbus/find/lines/start/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Search for units at several speeds and formats',
    description:
      'Tries every speed with every format in turn, with the short timeouts of a fast search. A single speed and format is searched thoroughly: the search waits for `serial.delayForRtuMs` (400 ms to 1 s), polls unresponsive units twice, and polls the units found again at the end. Stop it with `/api/modbus/find/stop/`. A second search is refused with `BUSY`; slave mode refuses it with `ERROR_SERIAL_IS_SLAVE`. The port settings are restored at the end.',
    body: z.object({
      baudRates: z.array(baudRate).min(1).max(12).describe('Baud rates in the order in which they are tried, 1 to 12.'),
      charFormats: z.array(charFormat).min(1).max(6).describe('Character formats, tried at each speed.'),
      frameMode: frameMode.optional(),
      fromUid: uid.optional().describe('First unit, 1 by default.'),
      toUid: uid.optional().describe('Last unit, 247 by default.'),
      untilFound: z
        .boolean()
        .optional()
        .describe('True to stop at the first speed and format at which a unit responds.'),
    }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY', 'ERROR']).describe('Whether the search was started.'),
      errorCode: z.string().nullable().describe('Error code; null without an error.'),
    }),
    example: { body: { baudRates: [9600, 19200], charFormats: [0, 4], fromUid: 1, toUid: 32, untilFound: true } },
  }),
  linesResult: get('/api/modbus/find/lines/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Progress of a search over speeds and formats',
    description: 'Also reports a search at one speed.',
    reply: z.object({
      status: z.enum(['DONE', 'BUSY']).describe('`BUSY` while the search runs.'),
      line: z
        .object({ baudRate, charFormat, frameMode })
        .nullable()
        .describe('Speed and format being tried; null when not running.'),
      uid: z.int().nullable().describe('Unit being polled; null when not running.'),
      asked: z.int().describe('Requests sent.'),
      total: z.int().describe('Total number of requests.'),
      remainingSec: z
        .int()
        .nullable()
        .describe('Estimated remaining seconds; null before the first request and after the end.'),
      foundDevices: z
        .array(
          z.object({
            ...foundDevice.shape,
            isSilent: z.boolean().describe('Whether the unit failed to respond when polled again at the end.'),
          }),
        )
        .describe('Units found.'),
    }),
  }),
}
