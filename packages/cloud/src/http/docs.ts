import { type DocumentOptions, type OpenApiDocument, openApi } from '@busbar/wire'
import { packed, Reference } from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'
import type { CloudAccess } from '../access/words.ts'
import { contract } from '../contract.ts'
import { errorFields, errors } from './errors.ts'
import { stillPageHeaders } from './page-headers.ts'

const apiVersion = '1.0'
const description =
  'Networks, devices, parameters and readings of Modbus equipment. Every request has the header ' +
  '"Content-Type: application/json", and, but for the open ones, "Authorization: token <SESSION_TOKEN>" from /authenticate/. ' +
  'Operations marked "extension" are additions of Busbar.'

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
})

/** The document of the API; `server` is the URL before every path. */
export const apiDocument = (server: string): OpenApiDocument => openApi(contract, documentOptions(server))

/** The document for programs and for people, below the API's own address. Neither needs a token. */
export const addDocs = (app: FastifyInstance, prefix: string, server: string): void => {
  const reference = new Reference(contract, documentOptions(server))
  app.get(`${prefix}/openapi.json`, async (_request, reply) =>
    packed(reply.header('content-type', 'application/json; charset=utf-8'), await reference.json()),
  )
  app.get(`${prefix}/docs`, async (_request, reply) =>
    packed(reply.headers({ 'content-type': 'text/html; charset=utf-8', ...stillPageHeaders }), await reference.page()),
  )
}
