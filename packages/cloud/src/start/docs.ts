import { type DocumentOptions, type OpenApiDocument, openApi } from '@busbar/wire'
import { packed, Reference } from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { errorFields, errors } from '../server/errors.ts'
import { staticPageHeaders } from '../server/page-headers.ts'
import { pythonClient } from './clients/python.ts'
import { typescriptClient } from './clients/typescript.ts'
import { contract } from './contract.ts'
import { reference } from './reference.ts'

const clients = {
  'busbar.py': { make: pythonClient, type: 'text/x-python; charset=utf-8' },
  'busbar.ts': { make: typescriptClient, type: 'text/plain; charset=utf-8' },
} as const

/** Serves generated clients, one file each. They are rarely requested, so each is generated at its first request. */
const addClients = (app: FastifyInstance, prefix: string, document: () => Promise<OpenApiDocument>): void => {
  for (const [name, { make, type }] of Object.entries(clients)) {
    let text: Promise<string> | undefined
    app.get(`${prefix}/clients/${name}`, async (_request, reply) => {
      text ??= document().then(make)
      const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
      return packed(reply.headers(headers), await text)
    })
  }
}

const apiVersion = '1.0'
const description = [
  'Networks, devices, parameters and readings of Modbus equipment. Every request has the header `Content-Type: application/json` and, but for ' +
    'the open ones, `Authorization: token <SESSION_TOKEN>`; `/authenticate/` gives a token for an API key and its password.',
  'Programs that cannot keep a session send `Authorization: Basic` with an API key and its password, or `Bearer` where they know that word for a ' +
    'token; a GET of an extension may leave out its content type. Clients in one file: `/api/v1/clients/busbar.py` and `busbar.ts`.',
  'A request that was done answers 200. Errors have the body `{errorCode, errorMessage}`; what the field could not do is answered with 200 and ' +
    '`err`, `status: error` or `result: error` in the body, as written with each operation.',
  'Times are ISO 8601: in answers UTC, in requests any zone, and UTC where none is named. Ids are numbers from 1, or UUIDs. Bodies have at most ' +
    '1,048,576 bytes and are never empty: where nothing is needed, `null` is sent. An API key has 600 requests a minute unless set otherwise.',
  'Roles are demo, viewer, operator, manager and owner; each includes those before it. Operations marked "extension" are additions of Busbar.',
].join('\n\n')

const documentOptions = (server: string): DocumentOptions<CloudAccess> => ({
  title: 'Busbar cloud',
  version: apiVersion,
  description,
  server,
  errors,
  errorFields,
  securityScheme: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'token <SESSION_TOKEN>, a lower-case UUID',
  },
  isOpen: ({ access }) => access === 'open',
  ...reference(),
})

/** Returns the OpenAPI document; `server` is the URL before every path. */
export const apiDocument = (server: string): OpenApiDocument => openApi(contract, documentOptions(server))

/** Serves the OpenAPI document, the API reference and generated clients without a token. */
export const addDocs = (app: FastifyInstance, prefix: string, server: string): void => {
  const documents = new Reference(contract, documentOptions(server))
  addClients(app, prefix, () => documents.document())
  app.get(`${prefix}/openapi.json`, async (_request, reply) =>
    packed(reply.header('content-type', 'application/json; charset=utf-8'), await documents.json()),
  )
  app.get(`${prefix}/docs`, async (_request, reply) =>
    packed(reply.headers({ 'content-type': 'text/html; charset=utf-8', ...staticPageHeaders }), await documents.page()),
  )
}
