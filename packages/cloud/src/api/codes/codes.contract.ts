import { idNumber, integer, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

export const codes = {
  activationCode: post('/activation-code/:code/get-info/', {
    access: 'demo',
    object: 'any',
    summary: 'The gateway that shows an activation code',
    params: z.object({ code: integer(0, 2_147_483_647) }),
    body: nothing,
    reply: z.object({
      code: z.number(),
      mac: z.string(),
      ip: z.string().nullable(),
      port: z.number(),
      sku: z.string().nullable(),
    }),
  }),
  connectCode: get('/connect-code/:code/', {
    access: 'demo',
    object: 'any',
    summary: 'The gateway that a connect code leads to',
    params: z.object({ code: z.string().min(1).max(100) }),
    reply: z.object({
      code: z.string(),
      macAddress: z.string(),
      devicePasswords: z.array(z.string()),
      sku: z.string().optional(),
      vpnIpAddress: z.string().optional(),
      port: z.number().optional(),
      modbusId: z.number().optional(),
      bindedToNet: z.object({ netId: idNumber, orgId: idNumber, name: z.string() }).optional(),
    }),
  }),
}
