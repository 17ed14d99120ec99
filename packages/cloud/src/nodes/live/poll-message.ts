import { z } from 'zod'
import type { Poll } from '../../readings/poll.ts'

const pairs = z.array(z.tuple([z.number(), z.string()]))

const pollMessage = z.object({
  orgId: z.number(),
  deviceId: z.number(),
  readOn: z.number(),
  params: z.array(z.object({ id: z.number(), valueType: z.string() })),
  values: z.array(z.number().nullable()),
  texts: pairs.nullable(),
  errors: z.union([z.string(), pairs]).nullable(),
})

/** A poll as other nodes hear of it. */
export const encodePoll = ({ orgId, deviceId, readOn, params, values, texts, errors }: Poll) => ({
  orgId,
  deviceId,
  readOn,
  params: params.map(({ id, valueType }) => ({ id, valueType })),
  values,
  texts: texts && [...texts],
  errors: typeof errors === 'string' || errors === null ? errors : [...errors],
})

/** Null where it makes no sense. */
export const decodePoll = (message: unknown): Poll | null => {
  const read = pollMessage.safeParse(message)
  if (!read.success) return null
  const { texts, errors, params, ...poll } = read.data
  return {
    ...poll,
    params: params as Poll['params'],
    texts: texts && new Map(texts),
    errors: typeof errors === 'string' || errors === null ? errors : new Map(errors),
  }
}
