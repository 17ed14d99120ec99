import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

const foundDevice = z
  .object({ uid: z.int(), baudRate: z.int(), charFormat: z.int(), frameMode: z.int() })
  .meta({ id: 'FoundDevice' })

export const search = {
  start: post('/api/modbus/find/start/', {
    access: 'fieldActor',
    summary: 'Look for units on the serial bus, with the given speed and format',
    body: z.object({ baudRate, charFormat, frameMode: frameMode.optional(), fastSearch: z.boolean().optional() }),
    reply: z.object({ status: z.enum(['DONE', 'BUSY', 'ERROR']), errorCode: z.string().nullable() }),
    example: {
      body: { baudRate: 9600, charFormat: 0, frameMode: 0, fastSearch: true },
      reply: { status: 'DONE', errorCode: null },
    },
  }),
  stop: post('/api/modbus/find/stop/', {
    access: 'fieldActor',
    summary: 'Stop looking; BUSY while a frame is on the wire',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']) }),
  }),
  result: get('/api/modbus/find/result/', {
    access: 'fieldReader',
    summary: 'How far it is, and with `list` what was found so far',
    query: z.strictObject({ list: flag }),
    reply: z.object({
      status: z.enum(['DONE', 'BUSY']),
      uid: z.int().nullable(),
      found: z.int(),
      foundDevices: z.array(foundDevice).optional(),
    }),
    example: {
      reply: {
        status: 'DONE',
        uid: null,
        found: 1,
        foundDevices: [{ uid: 12, baudRate: 9600, charFormat: 0, frameMode: 0 }],
      },
    },
  }),
}
