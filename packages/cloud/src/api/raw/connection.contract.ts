import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { isHost, macOf } from '../nets/nets.rules.ts'

const code = z.string().min(1).max(100)

/** How a raw request reaches its device. */
export const connection = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('direct'),
      ip: z.string().refine(isHost, 'must be an IP address, or the name of a host'),
      port: z.int().min(1).max(65_535),
    }),
    z.object({
      kind: z.literal('backward'),
      mac: z.string().refine((text) => macOf(text) !== null, 'must be six bytes such as 02:00:5e:10:00:01'),
      connectCode: code.optional(),
    }),
    z.object({ kind: z.literal('net-id'), networkId: idNumber }),
    z.object({ kind: z.literal('connect-code'), code }),
    z.object({ kind: z.literal('activation-code'), code: z.int().min(0).max(2_147_483_647) }),
  ])
  .meta({ id: 'Connection' })

export type Connection = z.output<typeof connection>
