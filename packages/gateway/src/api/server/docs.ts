import { type Contract, type DocumentOptions, type Endpoint, type OpenApiDocument, openApi } from '@busbar/wire'
import { packed, Reference } from '@busbar/wire/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Variant } from '../../base/variant.ts'
import { contracts } from '../contract.ts'
import { errorFields, errors } from './errors.ts'
import { type LevelAccess, reference } from './reference.ts'
import { type GatewayAccess, levels } from './words.ts'

const apiVersion = '1.0'
const description =
  'The local API of a field gateway. Requests that are not open carry `Authorization: Bearer <token>` from `/api/login/`, and ' +
  'need the level that is written beside them as "access": 1 for users, 2 for the administrator. Bodies are JSON of at most 64 KiB. Errors have ' +
  'the body `{error, message}`; search and identification answer 200 with `BUSY` or `ERROR` in the body.'

const mapValues = <T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

const withLevels = (contract: Contract<GatewayAccess>, variant: Variant): Contract<LevelAccess> =>
  mapValues(contract, (resource) =>
    mapValues(resource, (one): Endpoint<LevelAccess> => ({ ...one, access: levels[one.access][variant] })),
  )

const documentOptions = (variant: Variant): DocumentOptions<LevelAccess> => ({
  title: `Busbar gateway, variant ${variant}`,
  version: apiVersion,
  description,
  server: '',
  errors,
  errorFields,
  securityScheme: { type: 'http', scheme: 'bearer' },
  isOpen: ({ access }) => access === 0,
  ...reference(variant),
})

/** The document of the API in one variant. */
export const apiDocument = (variant: Variant): OpenApiDocument =>
  openApi(withLevels(contracts[variant], variant), documentOptions(variant))

/** The page loads and runs nothing, and its headers enforce that. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The document for programs and for people. Neither needs a token. */
export const addDocs = (app: FastifyInstance, variant: Variant, check: (request: FastifyRequest) => void): void => {
  const documents = new Reference(withLevels(contracts[variant], variant), documentOptions(variant))
  app.get('/api/openapi.json', async (request, reply) => {
    check(request)
    return packed(reply.header('content-type', 'application/json; charset=utf-8'), await documents.json())
  })
  app.get('/api/docs', async (request, reply) => {
    check(request)
    return packed(reply.headers(pageHeaders), await documents.page())
  })
}
