import { integer } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'

/** A unit and a PDU of 1 to 253 bytes, in hex. */
const requestHex = z
  .string()
  .regex(/^([0-9a-fA-F]{2}){2,254}$/, 'must be 2 to 254 bytes in hex: the unit, then the PDU, no CRC')

export const modbus = {
  request: post('/api/modbus/req/', {
    access: 'fieldActor',
    summary: 'Send a raw Modbus request',
    description:
      'The unit ID selects the bus, a remote server or the gateway itself. Fetch the response with `/api/modbus/resp/`. Unit 0 is a broadcast and has an empty response.',
    errors: { ERROR_BUSY: 'too many requests wait.' },
    body: z.object({ reqData: requestHex.describe('Unit ID and PDU in hex, 2 to 254 bytes, without CRC.') }),
    reply: z.object({ tid: z.int().describe('Transaction number for fetching the response.') }),
    example: { body: { reqData: '0c030000000a' } },
  }),
  response: get('/api/modbus/resp/', {
    access: 'fieldReader',
    summary: 'Get the response to a raw Modbus request',
    description:
      'Available to the same session for 60 s. Returns `BUSY` until the response has arrived: repeat the request. Modbus exceptions are responses.',
    errors: { ERROR_TID: '' },
    query: z.strictObject({ tid: integer(1, 0x7fff_ffff).describe('Transaction number.') }),
    reply: z.object({
      respData: z.string().describe('Unit ID and PDU of the response in hex; empty without a response.'),
      status: z.enum(['DONE', 'BUSY']).describe('Whether the response is available.'),
    }),
  }),
  reconnect: post('/api/cmd/callback/reconnect/', {
    access: 'fieldActor',
    summary: 'Reconnect to the cloud',
    description: 'Closes the connection to the cloud and connects again, with a new activation code if requested.',
    body: z.object({ requestNewCode: z.boolean().describe('True to request a new activation code.') }),
    reply: z.object({}),
    example: { body: { requestNewCode: false } },
  }),
}
