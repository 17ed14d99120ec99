import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { brokerFields, brokerSecrets } from './broker-fields.ts'

const shape = z
  .strictObject({
    ...brokerFields,
    password: brokerSecrets.password.default(null),
    clientKey: brokerSecrets.clientKey.default(null),
  })
  .refine(({ clientCert, clientKey }) => (clientCert === null) === (clientKey === null), {
    path: ['clientKey'],
    message: 'and clientCert go together',
  })

export type BrokerSettings = z.output<typeof shape>

/** Parses a broker description, or returns its problem. */
export const brokerOf = (input: unknown): { ok: BrokerSettings } | { err: string } => {
  const read = shape.safeParse(input)
  if (read.success) return { ok: read.data }
  return { err: read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') }
}

/** The description of a broker: JSON in a file. */
export const readBroker = (path: string): { ok: BrokerSettings } | { err: string } => {
  try {
    return brokerOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return { err: error instanceof SyntaxError ? `${path} is no JSON` : (error as Error).message }
  }
}
