import { z } from 'zod'

/** Messages between nodes. Unknown fields of other versions are ignored. */
const fence = z.object({ name: z.string(), epoch: z.number() })
const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))

/** Target of an exchange: a network with the fence of its owner, or a gateway that waits to be bound. */
const place = z.union([z.object({ netId: z.int(), fence }), z.object({ mac: z.string(), key: z.string().nullable() })])
export type RemotePlace = z.input<typeof place>

export const exchangeMessage = z.object({
  place,
  unit: z.int().min(0).max(255),
  pdu: base64,
  priority: z.enum(['write', 'realtime', 'poll']),
  timeoutMs: z.number().positive().optional(),
  /** Deadline by the clock of the database, in milliseconds since 1970. A request is not sent after it. */
  dueOn: z.number(),
  origin: z
    .object({
      kind: z.enum(['poll', 'read', 'write', 'scan', 'raw', 'passwords', 'gateway']),
      person: z.string().optional(),
    })
    .optional(),
  isStretchable: z.boolean(),
})
export type ExchangeMessage = z.input<typeof exchangeMessage>

export const exchangeReply = z.union([z.object({ ok: base64 }), z.object({ err: z.string() })])
export type ExchangeReply = z.input<typeof exchangeReply>

export const statesMessage = z.object({ netIds: z.array(z.int()).max(1000) })
export const dropMessage = z.object({ netId: z.int() })
export const countedMessage = z.object({ netId: z.int(), nowMs: z.number() })
export const waitingMessage = z.object({ mac: z.string() })
export const waitingReply = z.object({ keys: z.array(z.string().nullable()) })

export const subjects = {
  exchange: (nodeId: string): string => `node.${nodeId}.exchange`,
  states: (nodeId: string): string => `node.${nodeId}.states`,
  drop: (nodeId: string): string => `node.${nodeId}.drop`,
  waiting: (nodeId: string): string => `node.${nodeId}.waiting`,
  counted: (nodeId: string): string => `node.${nodeId}.counted`,
} as const
