import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '@busbar/kit'
import type { FastifyInstance } from 'fastify'
import type { Provider } from '../channels/provider.rules.ts'
import type { IncomingSms } from '../smpp/deliver.ts'

interface IncomingRequest {
  Querystring: { secret?: unknown }
}

const bodyBytesMax = 16_384

/** Tries at a secret, counted by where they come from. */
export interface Guesses {
  begin(address: string, name: string): { waitMs: number; wasRight: () => void }
}

export interface IncomingOptions {
  incoming: NonNullable<Provider['incoming']>
  clock: Clock
  guesses: Guesses
  take: (sms: IncomingSms) => Promise<void>
}

const slowMs = 1000
const slowMax = 100

/**
 * `POST /incoming-sms?secret=...`, as a form or as JSON: where a provider delivers what people answer. Only the provider knows the secret; who
 * guesses is answered slowly, and after some tries not at all for a while. Strangers do not slow the provider: each place has its own count.
 */
export const addIncomingSms = (app: FastifyInstance, { incoming, clock, guesses, take }: IncomingOptions): void => {
  let slow = 0
  /** No more wait than can be kept waiting: who makes others wait for it gains nothing. */
  const delayAnswer = async (): Promise<void> => {
    if (slow >= slowMax) return
    slow += 1
    await new Promise<void>((resolve) => void clock.after(slowMs, resolve))
    slow -= 1
  }
  app.post<IncomingRequest>('/incoming-sms', async ({ query: { secret }, raw, ip }, reply) => {
    const { waitMs, wasRight } = guesses.begin(ip, `incoming-sms from ${ip}`)
    if (waitMs > 0)
      return reply
        .code(429)
        .header('retry-after', Math.ceil(waitMs / 1000))
        .send('')
    if (typeof secret !== 'string' || !isSame(secret, incoming.secret)) {
      await delayAnswer()
      return reply.code(401).send('')
    }
    wasRight()
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
