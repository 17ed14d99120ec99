import { z } from 'zod'
import { devices, privateCa } from '../connectors/filters.ts'

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
    .describe('Address that takes samples: of Prometheus itself, it ends with `/api/v1/write`.'),
  user: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('User for HTTP Basic; null where there is none, and the password is then sent as a Bearer token.'),
  tenant: z
    .string()
    .min(1)
    .max(150)
    .regex(/^[\w!.*'()-]+$/, "must be letters, digits and !-_.*'()")
    .nullable()
    .default(null)
    .describe('Tenant of Mimir, as `X-Scope-OrgID`; null where there is none.'),
  ca: privateCa,
  labels: z
    .record(labelName, z.string().min(1).max(200))
    .refine((labels) => Object.keys(labels).length <= ownLabelsMax, `must be at most ${ownLabelsMax}`)
    .default({})
    .describe('Labels of your own on every series, at most 10.'),
  devices,
  catchUpHours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(2)
    .describe(
      'How far back is sent what was read while the other side was away. Many refuse what is older than an hour.',
    ),
})
export type RemoteWriteSettings = z.output<typeof remoteWriteSettings>
