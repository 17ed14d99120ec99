import type { AccessWords, Contract, Endpoint } from '../contract/endpoint.ts'
import type { ErrorFields, ErrorTable } from '../contract/errors.ts'
import { errorResponses, errorSchema } from './error-responses.ts'
import { inOneGo } from './in-one-go.ts'
import { operationOf } from './operation.ts'
import { type JsonSchema, SchemaBook } from './schema-book.ts'

export interface DocumentOptions<Access extends AccessWords> {
  title: string
  version: string
  description?: string
  /** The URL before every path. */
  server: string
  errors: ErrorTable
  errorFields: ErrorFields
  /** How a caller proves who it is, as OpenAPI has it. */
  securityScheme: JsonSchema
  isOpen(endpoint: Endpoint<Access>): boolean
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: JsonSchema
}

const templateOf = (path: string): string =>
  path.replaceAll(/:(\w+)|\*/g, (found, variable?: string) => `{${variable ?? found}}`)

/** The OpenAPI 3.1 document of a contract. The same contract gives the same text. */
export const openApi = <Access extends AccessWords>(
  contract: Contract<Access>,
  options: DocumentOptions<Access>,
): OpenApiDocument => inOneGo(openApiPieces(contract, options))

/** The same, endpoint by endpoint. */
export function* openApiPieces<Access extends AccessWords>(
  contract: Contract<Access>,
  options: DocumentOptions<Access>,
): Generator<undefined, OpenApiDocument> {
  const { title, version, description, errors, errorFields, securityScheme } = options
  const book = new SchemaBook()
  const { responses, references } = errorResponses(errors)
  const paths: OpenApiDocument['paths'] = {}
  for (const [tag, resource] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(resource)) {
      const operation = operationOf(endpoint, options.isOpen(endpoint), references, book)
      const methods = (paths[templateOf(endpoint.path)] ??= {})
      methods[endpoint.method.toLowerCase()] = { tags: [tag], operationId: `${tag}.${name}`, ...operation }
      yield
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: options.server }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
  }
  const schemas = { Error: errorSchema(errorFields) }
  return book.bind(document, { securitySchemes: { caller: securityScheme }, responses, schemas })
}
