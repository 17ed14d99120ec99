import { integer } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'

/** A unit and a PDU of 1 to 253 bytes, in hex. */
const requestHex = z
  .string()
  .regex(/^([0-9a-fA-F]{2}){2,254}$/, 'must be 2 to 254 bytes in hex: the unit, then the PDU, no CRC')

export const modbus = {
  request: post('/api/modbus/req/', {
    access: 'fieldActor',
    summary: 'Send a raw Modbus request',
    description:
      'To the bus, a remote server or the gateway itself, by the unit id. The answer is fetched with `/api/modbus/resp/`. Unit 0 is broadcast and has an empty answer.',
    errors: { ERROR_BUSY: 'too many requests wait.' },
    body: z.object({ reqData: requestHex.describe('Unit id and PDU in hex, 2 to 254 bytes, without CRC.') }),
    reply: z.object({ tid: z.int().describe('Number of the transaction, for the answer.') }),
    example: { body: { reqData: '0c030000000a' } },
  }),
  response: get('/api/modbus/resp/', {
    access: 'fieldReader',
    summary: 'The answer to a raw Modbus request',
    description: 'Of the same session, for 60 s. `BUSY` while there is none yet: ask again. Exceptions are answers.',
    errors: { ERROR_TID: '' },
    query: z.strictObject({ tid: integer(1, 0x7fff_ffff).describe('Number of the transaction.') }),
    reply: z.object({
      respData: z.string().describe('Unit id and PDU of the answer in hex; empty while there is none.'),
      status: z.enum(['DONE', 'BUSY']).describe('Whether the answer is there.'),
    }),
  }),
  reconnect: post('/api/cmd/callback/reconnect/', {
    access: 'fieldActor',
    summary: 'Call the cloud anew',
    description: 'Leaves the cloud and calls it again, with a new activation code if one is asked for.',
    body: z.object({ requestNewCode: z.boolean().describe('True asks for a new activation code.') }),
    reply: z.object({}),
    example: { body: { requestNewCode: false } },
  }),
}
