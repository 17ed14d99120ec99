import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'
import { cardPath } from '../storage/path.contract.ts'
import { baudRate, charFormat, frameMode } from './line.contract.ts'

const errorCode = z.string().nullable().describe('Error code; null without an error.')
const begun = z.object({ status: z.enum(['DONE', 'ERROR']).describe('Whether the operation was started.'), errorCode })

export const classFind = {
  searchMetaInfo: post('/api/modbus/class-find/search-meta-info/', {
    access: 'fieldActor',
    summary: 'Read the META line of a template file',
    description:
      'Reads it from the card; `result` returns its time and version. Errors are returned with status 200 and `errorCode`.',
    body: z.object({ filePath: cardPath }),
    reply: begun,
    example: { body: { filePath: '/TEMPLATE/METERS.TXT' } },
  }),
  start: post('/api/modbus/class-find/start/', {
    access: 'fieldActor',
    summary: 'Identify a unit by a template file',
    description:
      'Runs in the background; `result` reports the progress. Refused with `ERROR_BUSY` while another identification or search runs, and with `ERROR_SERIAL_IS_SLAVE` in slave mode.',
    query: z.strictObject({ 'search-meta-info': flag.describe('Reads and checks the META line first.') }),
    body: z.object({
      filePath: cardPath,
      baudRate,
      charFormat,
      frameMode,
      uid: z.int().min(1).max(254).describe('Modbus unit ID to identify, 1 to 254.'),
    }),
    reply: begun,
    example: {
      body: { filePath: '/TEMPLATE/METERS.TXT', baudRate: 9600, charFormat: 0, frameMode: 0, uid: 12 },
    },
  }),
  stop: post('/api/modbus/class-find/stop/', {
    access: 'fieldActor',
    summary: 'Stop the identification',
    description: 'Returns `BUSY` while a frame is being sent: repeat the request.',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']).describe('Whether the identification has stopped.') }),
  }),
  result: get('/api/modbus/class-find/result/', {
    access: 'fieldReader',
    summary: 'Identification progress and result',
    description: '`deviceClass` is null when no class matches.',
    reply: z.object({
      mbReqPassed: z.int().describe('Modbus requests sent.'),
      checksPassed: z.int().describe('Checks performed.'),
      linesPassed: z.int().describe('Lines of the file processed.'),
      mbUid: z.int().describe('Modbus unit ID being identified.'),
      deviceClass: z.string().nullable().describe('Detected class; null when none matches or none has been found yet.'),
      scriptTime: z.string().nullable().describe('Time of the template file; null when it was not read.'),
      scriptVersion: z.string().nullable().describe('Version of the template file; null when it was not read.'),
      status: z
        .enum(['DONE', 'BUSY', 'ERROR'])
        .describe('`BUSY` while running, `DONE` when finished, `ERROR` after a failure.'),
      errorCode,
    }),
  }),
}
