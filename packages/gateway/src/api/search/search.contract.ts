import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

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
}
