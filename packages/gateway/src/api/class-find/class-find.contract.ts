import { flag, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'
import { cardPath } from '../card/path.contract.ts'
import { baudRate, charFormat, frameMode } from '../line.contract.ts'

const errorCode = z.string().nullable()
const begun = z.object({ status: z.enum(['DONE', 'ERROR']), errorCode })

export const classFind = {
  searchMetaInfo: post('/api/modbus/class-find/search-meta-info/', {
    access: 'fieldActor',
    summary: 'Read the META line of a template file on the card',
    body: z.object({ filePath: cardPath }),
    reply: begun,
    example: { body: { filePath: '/TEMPLATE/METERS.TXT' }, reply: { status: 'DONE', errorCode: null } },
  }),
  start: post('/api/modbus/class-find/start/', {
    access: 'fieldActor',
    summary: 'Identify a unit by a template file; with the flag its META line is read and checked first',
    query: z.strictObject({ 'search-meta-info': flag }),
    body: z.object({ filePath: cardPath, baudRate, charFormat, frameMode, uid: z.int().min(1).max(254) }),
    reply: begun,
    example: {
      body: { filePath: '/TEMPLATE/METERS.TXT', baudRate: 9600, charFormat: 0, frameMode: 0, uid: 12 },
      reply: { status: 'DONE', errorCode: null },
    },
  }),
  stop: post('/api/modbus/class-find/stop/', {
    access: 'fieldActor',
    summary: 'Stop identifying; BUSY while a frame is on the wire',
    body: nothing,
    reply: z.object({ status: z.enum(['DONE', 'BUSY']) }),
  }),
  result: get('/api/modbus/class-find/result/', {
    access: 'fieldReader',
    summary: 'How far identification is, and what it found',
    reply: z.object({
      mbReqPassed: z.int(),
      checksPassed: z.int(),
      linesPassed: z.int(),
      mbUid: z.int(),
      deviceClass: z.string().nullable(),
      scriptTime: z.string().nullable(),
      scriptVersion: z.string().nullable(),
      status: z.enum(['DONE', 'BUSY', 'ERROR']),
      errorCode,
    }),
  }),
}
