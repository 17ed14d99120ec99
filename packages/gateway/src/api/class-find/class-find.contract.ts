import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { cardPath } from '../card/path.contract.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

const errorCode = z.string().nullable().describe('Code of the error; null where there is none.')
const begun = z.object({ status: z.enum(['DONE', 'ERROR']).describe('Whether it has begun.'), errorCode })

export const classFind = {
  searchMetaInfo: post('/api/modbus/class-find/search-meta-info/', {
    access: 'fieldActor',
    summary: 'Read the META line of a template file',
    description:
      'Reads it from the card; `result` tells its time and version. What goes wrong is answered with 200 and `errorCode`.',
    body: z.object({ filePath: cardPath }),
    reply: begun,
    example: { body: { filePath: '/TEMPLATE/METERS.TXT' } },
  }),
  start: post('/api/modbus/class-find/start/', {
    access: 'fieldActor',
    summary: 'Identify a unit by a template file',
    description:
      'Runs in the background; `result` tells how far it is. Refused with `ERROR_BUSY` while another identification or search runs, and with `ERROR_SERIAL_IS_SLAVE` where the gateway is a slave.',
    query: z.strictObject({ 'search-meta-info': flag.describe('Reads and checks the META line first.') }),
    body: z.object({
      filePath: cardPath,
      baudRate,
      charFormat,
      frameMode,
      uid: z.int().min(1).max(254).describe('Modbus unit id to identify, 1 to 254.'),
    }),
    reply: begun,
    example: {
      body: { filePath: '/TEMPLATE/METERS.TXT', baudRate: 9600, charFormat: 0, frameMode: 0, uid: 12 },
    },
  }),
  stop: post('/api/modbus/class-find/stop/', {
    access: 'fieldActor',
    summary: 'Stop identifying',
    description: '`BUSY` while a frame is on the wire: ask again.',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']).describe('Whether it has stopped.') }),
  }),
  result: get('/api/modbus/class-find/result/', {
    access: 'fieldReader',
    summary: 'How far identification is',
    description: 'And what was found: `deviceClass` is null where nothing fits.',
    reply: z.object({
      mbReqPassed: z.int().describe('Modbus requests so far.'),
      checksPassed: z.int().describe('Checks so far.'),
      linesPassed: z.int().describe('Lines of the file so far.'),
      mbUid: z.int().describe('Modbus unit id that is identified.'),
      deviceClass: z.string().nullable().describe('Class that was found; null where none fits, or not yet.'),
      scriptTime: z.string().nullable().describe('Time of the template file; null where it was not read.'),
      scriptVersion: z.string().nullable().describe('Version of the template file; null where it was not read.'),
      status: z
        .enum(['DONE', 'BUSY', 'ERROR'])
        .describe('`BUSY` while it runs, `DONE` when it has ended, `ERROR` when it failed.'),
      errorCode,
    }),
  }),
}
