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
    summary: 'Send a raw request: unit and PDU in hex, without CRC; unit 0 is broadcast and has an empty answer',
    body: z.object({ reqData: requestHex }),
    reply: z.object({ tid: z.int() }),
    example: { body: { reqData: '0c030000000a' }, reply: { tid: 1804289383 } },
  }),
  response: get('/api/modbus/resp/', {
    access: 'fieldReader',
    summary: 'The answer to a raw request of the same session, for 60 s',
    query: z.strictObject({ tid: integer(1, 0x7fff_ffff) }),
    reply: z.object({ respData: z.string(), status: z.enum(['DONE', 'BUSY']) }),
    example: { reply: { respData: '0c0302002a', status: 'DONE' } },
  }),
  reconnect: post('/api/cmd/callback/reconnect/', {
    access: 'fieldActor',
    summary: 'Leave the cloud and call it anew, with a new activation code if one is asked for',
    body: z.object({ requestNewCode: z.boolean() }),
    reply: z.object({}),
    example: { body: { requestNewCode: false } },
  }),
}
