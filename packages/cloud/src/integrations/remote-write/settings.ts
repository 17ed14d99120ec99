import { z } from 'zod'
import { devices, privateCa } from '../filters.ts'

const reservedLabels: ReadonlySet<string> = new Set(['net', 'device', 'param', 'name', 'unit', 'org'])
const ownLabelsMax = 10

const labelName = z
  .string()
  .max(100)
  .regex(/^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/, 'must be letters, digits and _, and not begin with __')
  .refine((name) => !reservedLabels.has(name), 'must not be net, device, param, name, unit or org')

/** Everything about what takes samples by remote-write, but its password. */
export const remoteWriteSettings = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be like https://prometheus.example.org/api/v1/write' })
    .max(500)
    .refine((url) => {
      const { username, password, hash } = new URL(url)
      return `${username}${password}${hash}` === ''
    }, 'must have no user, no password and no #')
    .describe('Remote-write URL; for Prometheus itself it ends with `/api/v1/write`.'),
  user: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('User name for HTTP Basic; null to send the password as a Bearer token.'),
  tenant: z
    .string()
    .min(1)
    .max(150)
    .regex(/^[\w!.*'()-]+$/, "must be letters, digits and !-_.*'()")
    .nullable()
    .default(null)
    .describe('Mimir tenant for `X-Scope-OrgID`; null for none.'),
  ca: privateCa,
  labels: z
    .record(labelName, z.string().min(1).max(200))
    .refine((labels) => Object.keys(labels).length <= ownLabelsMax, `must be at most ${ownLabelsMax}`)
    .default({})
    .describe('Additional labels for every series, at most 10.'),
  devices,
  catchUpHours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(2)
    .describe(
      'How far back missed readings are sent after an interruption. Many receivers refuse samples older than one hour.',
    ),
})
export type RemoteWriteSettings = z.output<typeof remoteWriteSettings>
