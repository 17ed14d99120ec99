import { z } from 'zod'
import { isHost, macOf } from '../../devices/nets/nets.rules.ts'
import { idOf } from '../../fields/fields.ts'

const code = z.string().min(1).max(100).describe('Connect code, at most 100 characters.')

/** How a raw request reaches its device. */
export const connection = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('direct').describe('Connect to this address.'),
      ip: z
        .string()
        .refine(isHost, 'must be an IP address, or the name of a host')
        .describe('IP address or host name.'),
      port: z.int().min(1).max(65_535).describe('TCP port, 1 to 65535.'),
    }),
    z.object({
      kind: z.literal('backward').describe('Use the outbound connection of the gateway with this MAC address.'),
      mac: z
        .string()
        .refine((text) => macOf(text) !== null, 'must be six bytes such as 02:00:5e:10:00:01')
        .describe('MAC address of the gateway, such as `02:00:5e:10:00:01`.'),
      connectCode: code
        .optional()
        .describe('Connect code, for a gateway that is not bound to an organization of the caller.'),
    }),
    z.object({ kind: z.literal('net-id').describe('Use the connection of this network.'), networkId: idOf.net }),
    z.object({
      kind: z.literal('connect-code').describe('Use the connection of the gateway with this connect code.'),
      code,
    }),
    z.object({
      kind: z.literal('activation-code').describe('Use the connection of the gateway that shows this activation code.'),
      code: z.int().min(0).max(2_147_483_647).describe('Activation code, eight digits.'),
    }),
  ])
  .meta({ id: 'Connection', description: 'Connection to a device.' })

export type Connection = z.output<typeof connection>
