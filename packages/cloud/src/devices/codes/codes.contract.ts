import { integer, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf } from '../../fields/fields.ts'

export const codes = {
  activationCode: post('/activation-code/:code/get-info/', {
    access: 'demo',
    object: 'any',
    summary: 'Get the gateway of an activation code',
    description:
      'A connected gateway that is not bound to a network shows a code of eight digits; use it to check which gateway it is before creating a network. Codes expire. At most 10 wrong codes per minute and caller.',
    errors: {
      InvalidActivationCode: 'the code is unknown or has expired.',
      NotAuthorized: 'the gateway belongs to another organization, or the caller has no role.',
      TooManyRequests: 'too many wrong codes.',
    },
    params: z.object({ code: integer(0, 2_147_483_647).describe('Activation code shown by the gateway.') }),
    body: nothing,
    reply: z.object({
      code: z.number().describe('The code.'),
      mac: z.string().describe('MAC address of the gateway.'),
      ip: z.string().nullable().describe('IP address of the gateway; null if unknown.'),
      port: z.number().describe('Port of its Modbus TCP server.'),
      sku: z.string().nullable().describe('Model of the gateway; null if unknown.'),
    }),
  }),
  connectCode: get('/connect-code/:code/', {
    access: 'demo',
    object: 'any',
    summary: 'Get the gateway of a connect code',
    description:
      'An owner creates a connect code for a gateway of the organization. Device passwords are shown only to managers of the organization to which the gateway is bound, and `bindedToNet` only to its members.',
    errors: {
      InvalidCode: 'the code is unknown or has expired.',
      NotAuthorized: 'the gateway belongs to another organization, or the caller has no role.',
      TooManyRequests: 'too many wrong codes.',
    },
    params: z.object({ code: z.string().min(1).max(100).describe('Connect code, at most 100 characters.') }),
    reply: z.object({
      code: z.string().describe('The code.'),
      macAddress: z.string().describe('MAC address of the gateway.'),
      devicePasswords: z.array(z.string()).describe('Passwords of the controller; empty without the required role.'),
      sku: z.string().optional().describe('Model of the gateway.'),
      vpnIpAddress: z.string().optional().describe('VPN address, if the gateway has one.'),
      port: z.number().optional().describe('Port of its Modbus TCP server.'),
      modbusId: z.number().optional().describe('Modbus unit ID of the gateway itself, 1 to 255.'),
      bindedToNet: z
        .object({ netId: idOf.net, orgId: idOf.org, name: z.string().describe('Network name.') })
        .optional()
        .describe('Network to which the gateway is bound; only for members of its organization.'),
    }),
  }),
}
