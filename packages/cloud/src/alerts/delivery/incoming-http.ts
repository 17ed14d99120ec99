import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Provider } from './channels/provider.rules.ts'
import type { IncomingSms } from './smpp/deliver.ts'

interface Visit {
  Querystring: { secret?: unknown }
}

const bodyBytesMax = 16_384

/** `POST /incoming-sms?secret=...`, as a form or as JSON: where a provider delivers what people answer. Nobody else knows the secret. */
export const addIncomingSms = (
  app: FastifyInstance,
  incoming: NonNullable<Provider['incoming']>,
  take: (sms: IncomingSms) => Promise<void>,
): void => {
  app.post<Visit>('/incoming-sms', async ({ query: { secret }, raw }, reply) => {
    if (typeof secret !== 'string' || !isSame(secret, incoming.secret)) return reply.code(401).send('')
    const body = await readBody(raw)
    if (body === null) return reply.code(413).send('')
    const fields = fieldsOf(body, raw.headers['content-type'] ?? '')
    const [from, text] = [fields[incoming.from], fields[incoming.text]]
    if (typeof from !== 'string' || typeof text !== 'string') return reply.code(400).send('')
    await take({ from, text })
    return reply.code(200).send('')
  })
}

const isSame = (one: string, other: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

/** Null where it is too long. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const fieldsOf = (body: string, contentType: string): Readonly<Record<string, unknown>> => {
  if (!contentType.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
