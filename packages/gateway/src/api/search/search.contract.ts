import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

const uid = z.int().min(1).max(247)

const foundDevice = z
  .object({
    uid: z.int().describe('Modbus unit id.'),
    baudRate: z.int().describe('Bits a second at which it answered.'),
    charFormat: z.int().describe('Character format at which it answered, 0 to 5.'),
    frameMode: z.int().describe('0 RTU, 1 ASCII.'),
  })
  .meta({ id: 'FoundDevice', description: 'A unit that answered.' })

export const search = {
  start: post('/api/modbus/find/start/', {
    access: 'fieldActor',
    summary: 'Look for units on the serial bus',
    description:
      'Asks units 1 to 247 with the given speed and format, between the requests of others. A second search is answered `BUSY`; in slave mode `ERROR_SERIAL_IS_SLAVE`.',
    body: z.object({
      baudRate,
      charFormat,
      frameMode: frameMode.optional(),
      fastSearch: z.boolean().optional().describe('True asks the units most often used first, with shorter waits.'),
    }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY', 'ERROR']).describe('Whether it has begun.'),
      errorCode: z.string().nullable().describe('Code of the error; null where there is none.'),
    }),
    example: {
      body: { baudRate: 9600, charFormat: 0, frameMode: 0, fastSearch: true },
    },
  }),
  stop: post('/api/modbus/find/stop/', {
    access: 'fieldActor',
    summary: 'Stop looking for units',
    description: '`BUSY` while a frame is on the wire: ask again. What was found stays.',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']).describe('Whether it has stopped.') }),
  }),
  result: get('/api/modbus/find/result/', {
    access: 'fieldReader',
    summary: 'How far the search is',
    description: 'With `list` also the units that were found so far.',
    query: z.strictObject({ list: flag.describe('Answers the units that were found, too.') }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY']).describe('`BUSY` while it runs.'),
      uid: z.int().nullable().describe('Unit that is being asked; null while it does not run.'),
      found: z.int().describe('Units that were found.'),
      foundDevices: z.array(foundDevice).optional().describe('The units; only where `list` was asked for.'),
    }),
  }),
  startLines: post('/api/modbus/find/lines/start/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Look for units at several speeds and formats',
    description:
      'Every speed with every format, one after the other, with the short waits of a fast search. A single speed and format is searched thoroughly: it waits for `serial.delayForRtuMs` (400 ms to 1 s), asks units that do not answer a second time, and asks those that it found again at the end. It is stopped by `/api/modbus/find/stop/`; a second search is answered `BUSY`, in slave mode `ERROR_SERIAL_IS_SLAVE`. The line is given back as it was.',
    body: z.object({
      baudRates: z.array(baudRate).min(1).max(12).describe('Speeds in their order, 1 to 12.'),
      charFormats: z.array(charFormat).min(1).max(6).describe('Character formats, tried at each speed.'),
      frameMode: frameMode.optional(),
      fromUid: uid.optional().describe('First unit, 1 where it is missing.'),
      toUid: uid.optional().describe('Last unit, 247 where it is missing.'),
      untilFound: z
        .boolean()
        .optional()
        .describe('True ends with the first speed and format at which a unit answered.'),
    }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY', 'ERROR']).describe('Whether it has begun.'),
      errorCode: z.string().nullable().describe('Code of the error; null where there is none.'),
    }),
    example: { body: { baudRates: [9600, 19200], charFormats: [0, 4], fromUid: 1, toUid: 32, untilFound: true } },
  }),
  linesResult: get('/api/modbus/find/lines/', {
    access: 'fieldReader',
    extension: true,
    summary: 'How far a search over speeds and formats is',
    description: 'Also of a search at one speed.',
    reply: z.object({
      status: z.enum(['DONE', 'BUSY']).describe('`BUSY` while it runs.'),
      line: z
        .object({ baudRate, charFormat, frameMode })
        .nullable()
        .describe('Speed and format that are being tried; null while it does not run.'),
      uid: z.int().nullable().describe('Unit that is being asked; null while it does not run.'),
      asked: z.int().describe('Requests that were sent.'),
      total: z.int().describe('Requests that there are.'),
      remainingSec: z
        .int()
        .nullable()
        .describe('Estimated seconds until the end; null before the first request and after the end.'),
      foundDevices: z
        .array(
          z.object({
            ...foundDevice.shape,
            isSilent: z.boolean().describe('Whether the unit did not answer when it was asked again at the end.'),
          }),
        )
        .describe('The units that were found.'),
    }),
  }),
}
