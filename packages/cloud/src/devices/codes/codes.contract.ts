import { integer, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf } from '../../fields/fields.ts'

export const codes = {
  activationCode: post('/activation-code/:code/get-info/', {
    access: 'demo',
    object: 'any',
    summary: 'The gateway that shows an activation code',
    description:
      'A gateway that calls in and is not bound shows a code of eight digits; this tells which one it is before a network is made with it. Codes expire, and 10 wrong ones a minute are allowed for a caller.',
    errors: {
      InvalidActivationCode: 'the code is unknown or has expired.',
      NotAuthorized: 'the gateway belongs to another organization, or the caller has no role.',
      TooManyRequests: 'too many wrong codes.',
    },
    params: z.object({ code: integer(0, 2_147_483_647).describe('Activation code that the gateway shows.') }),
    body: nothing,
    reply: z.object({
      code: z.number().describe('The code.'),
      mac: z.string().describe('MAC of the gateway.'),
      ip: z.string().nullable().describe('Address of the gateway; null where it is not known.'),
      port: z.number().describe('Port of its Modbus TCP server.'),
      sku: z.string().nullable().describe('Model of the gateway; null where it is not known.'),
    }),
  }),
  connectCode: get('/connect-code/:code/', {
    access: 'demo',
    object: 'any',
    summary: 'The gateway that a connect code leads to',
    description:
      'A connect code is made by an owner for a gateway of the organization. Device passwords are shown only to managers of the organization to which the gateway is bound, and `bindedToNet` only to its members.',
    errors: {
      InvalidCode: 'the code is unknown or has expired.',
      NotAuthorized: 'the gateway belongs to another organization, or the caller has no role.',
      TooManyRequests: 'too many wrong codes.',
    },
    params: z.object({ code: z.string().min(1).max(100).describe('Connect code, at most 100 characters.') }),
    reply: z.object({
      code: z.string().describe('The code.'),
      macAddress: z.string().describe('MAC of the gateway.'),
      devicePasswords: z
        .array(z.string())
        .describe('Passwords of the controller; empty for those who may not see them.'),
      sku: z.string().optional().describe('Model of the gateway.'),
      vpnIpAddress: z.string().optional().describe('Address in the VPN, where it has one.'),
      port: z.number().optional().describe('Port of its Modbus TCP server.'),
      modbusId: z.number().optional().describe('Modbus unit id of the gateway itself, 1 to 255.'),
      bindedToNet: z
        .object({ netId: idOf.net, orgId: idOf.org, name: z.string().describe('Name of the network.') })
        .optional()
        .describe('Network to which the gateway is bound; only for members of its organization.'),
    }),
  }),
}
