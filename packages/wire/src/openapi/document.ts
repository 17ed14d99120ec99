import type { AccessFields, Contract, Endpoint } from '../contract/endpoint.ts'
import type { ErrorFields, ErrorTable } from '../contract/errors.ts'
import { errorSchema } from './error-responses.ts'
import type { Exchange } from './exchange.ts'
import { operationOf } from './operation.ts'
import { type JsonSchema, SchemaBook } from './schema-book.ts'

/** Work that could be interrupted at each `yield`, done without a pause. */
export const inOneGo = <T>(work: Generator<undefined, T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

export interface DocumentOptions<Access extends AccessFields> {
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
  /** Descriptions of the resources, by name. */
  tags: Readonly<Record<string, string>>
  /** The codes that an operation can be answered with by the service's own rules, and when; `''` where the table says it all. */
  errorsOf(endpoint: Endpoint<Access>): Readonly<Record<string, string>>
  /** Notes on an operation from the rules of the service, such as access and quota. */
  notesOf(endpoint: Endpoint<Access>): readonly string[]
  /** Recorded requests with their replies, by operation ID. */
  exchanges: Readonly<Record<string, Exchange>>
  samples: SampleOptions
}

/** Options of code samples. */
export interface SampleOptions {
  /** Before the server's URL where that is a path alone. */
  origin: string
  /** Sent with every request; `$TOKEN` is the session's. */
  headers: Readonly<Record<string, string>>
  /** TypeScript that makes `api`, the typed client. */
  client: string
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  'x-samples': SampleOptions
  /** The meaning of each error code. */
  'x-errors': ErrorTable
  paths: Record<string, Record<string, JsonSchema>>
  components: JsonSchema
}

const templateOf = (path: string): string =>
  path.replaceAll(/:(\w+)|\*/g, (found, variable?: string) => `{${variable ?? found}}`)

/** The OpenAPI 3.1 document of a contract. The same contract gives the same text. */
export const openApi = <Access extends AccessFields>(
  contract: Contract<Access>,
  options: DocumentOptions<Access>,
): OpenApiDocument => inOneGo(openApiPieces(contract, options))

/** The same, endpoint by endpoint. */
export function* openApiPieces<Access extends AccessFields>(
  contract: Contract<Access>,
  options: DocumentOptions<Access>,
): Generator<undefined, OpenApiDocument> {
  const { title, version, description, errors, errorFields, securityScheme, tags, samples } = options
  const book = new SchemaBook()
  const paths: OpenApiDocument['paths'] = {}
  for (const [tag, resource] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(resource)) {
      const operationId = `${tag}.${name}`
      const operation = operationOf(endpoint, {
        id: operationId,
        isOpen: options.isOpen(endpoint),
        notes: options.notesOf(endpoint),
        errors: { ...options.errorsOf(endpoint), ...endpoint.errors },
        table: errors,
        exchange: options.exchanges[operationId],
        book,
      })
      const methods = (paths[templateOf(endpoint.path)] ??= {})
      methods[endpoint.method.toLowerCase()] = { tags: [tag], operationId, ...operation }
      yield
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: options.server }],
    tags: Object.keys(contract).map((name) => ({ name, description: tags[name] ?? '' })),
    'x-samples': samples,
    'x-errors': errors,
    paths,
  }
  const schemas = { Error: errorSchema(errorFields, errors) }
  return book.bind(document, { securitySchemes: { caller: securityScheme }, schemas })
}
