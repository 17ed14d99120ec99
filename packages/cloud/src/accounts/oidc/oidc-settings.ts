import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { roles } from '../access/roles.ts'

const providersMax = 3
const rulesMax = 1000

/** Responses of the provider must not be modified in transit, so plain HTTP is allowed on this machine only. */
const issuer = z
  .string()
  .max(1000)
  .refine((text) => {
    const url = URL.parse(text)
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine(url.hostname))
  }, 'must be an address like https://sso.example.org; http: only on this machine')

const isOwnMachine = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host)

const providerShape = z.strictObject({
  /** In addresses and cookies. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be 1 to 32 small letters, digits and dashes'),
  /** On the button. */
  name: z.string().trim().min(1).max(60),
  issuer,
  clientId: z.string().min(1).max(500),
  /** Without it the client is a public one, which PKCE alone protects. */
  clientSecret: z.string().min(1).max(1000).optional(),
  scopes: z
    .string()
    .max(500)
    .refine((text) => text.split(' ').includes('openid'), 'must have openid in it')
    .default('openid email profile groups'),
  /** Name of the claim, or a way to it with dots between. */
  groupsClaim: z.string().min(1).max(200).default('groups'),
  map: z
    .array(
      z.strictObject({
        group: z.string().min(1).max(300),
        orgId: z.number().int().positive(),
        role: z.enum(roles),
      }),
    )
    .max(rulesMax)
    .default([]),
  /** A verified address of the provider signs in the account that has proved the same address. */
  linkByEmail: z.boolean().default(false),
  /** Users without an account get one. */
  createUsers: z.boolean().default(true),
  /** Signing out leads to the sign-out page of the provider. */
  endSession: z.boolean().default(false),
})

const one = providerShape.transform((provider) => [provider])
const several = z
  .array(providerShape)
  .min(1)
  .max(providersMax)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'have one id twice')
  .refine((all) => new Set(all.map((provider) => provider.issuer)).size === all.length, 'have one issuer twice')

/** Grants members of a group a role in an organization. */
export type GroupRule = z.output<typeof providerShape>['map'][number]
export type OidcSettings = z.output<typeof providerShape>

/** The description of one provider or of several: JSON, or a file that has it. */
export const readOidc = (text: string): { ok: OidcSettings[] } | { err: string } => {
  try {
    const json = /^\s*[[{]/.test(text) ? text : readFileSync(text, 'utf8')
    const parsed: unknown = JSON.parse(json)
    const read = Array.isArray(parsed) ? several.safeParse(parsed) : one.safeParse(parsed)
    if (read.success) return { ok: read.data }
    const [issue] = read.error.issues
    return { err: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
  } catch (error) {
    // The message of the JSON parser is not shown because it quotes the file, which contains secrets.
    return { err: error instanceof SyntaxError ? 'it is not JSON' : 'the file cannot be read' }
  }
}
