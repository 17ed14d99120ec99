import { readFileSync } from 'node:fs'
import { z } from 'zod'

const levels = /^[^+#$/\p{Cc}]+(\/[^+#$/\p{Cc}]+)*$/u
const certificates = z.string().regex(/^\s*-----BEGIN CERTIFICATE-----/, 'must be certificates in PEM')

const shape = z
  .strictObject({
    url: z.url({ protocol: /^mqtts?$/, error: 'must be like mqtts://broker.example.org' }).refine((url) => {
      const { username, password, pathname, search, hash } = new URL(url)
      return `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
    }, 'must have a host and a port alone'),
    version: z.union([z.literal(4), z.literal(5)]).default(5),
    user: z.string().min(1).max(200).nullable().default(null),
    password: z.string().min(1).max(500).nullable().default(null),
    ca: certificates.nullable().default(null),
    clientCert: certificates.nullable().default(null),
    clientKey: z
      .string()
      .regex(/PRIVATE KEY-----/, 'must be a private key in PEM')
      .nullable()
      .default(null),
    /** Null for `busbar/` and the MAC. */
    root: z
      .string()
      .max(100)
      .regex(levels, 'must be a topic without +, #, $ and empty levels')
      .nullable()
      .default(null),
    qos: z.union([z.literal(0), z.literal(1)]).default(1),
    retain: z.boolean().default(true),
  })
  .refine(({ clientCert, clientKey }) => (clientCert === null) === (clientKey === null), {
    path: ['clientKey'],
    message: 'and clientCert go together',
  })

export type BrokerSettings = z.output<typeof shape>

/** The description of a broker: JSON in a file. */
export const readBroker = (path: string): { ok: BrokerSettings } | { err: string } => {
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (read.success) return { ok: read.data }
    return { err: read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') }
  } catch (error) {
    return { err: error instanceof SyntaxError ? `${path} is no JSON` : (error as Error).message }
  }
}
