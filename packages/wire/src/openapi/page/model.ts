import type { OpenApiDocument } from '../document.ts'
import type { JsonSchema } from '../schema-book.ts'

/** The parts of a document that the page shows. */
export interface Media {
  schema: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
  description?: string
  example?: unknown
}

export interface Operation {
  tags: string[]
  operationId: string
  summary: string
  description?: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
  'x-codeSamples'?: { lang: string; source: string }[]
}

export interface OperationEntry {
  method: string
  path: string
  operation: Operation
}

const entriesOf = ({ paths }: OpenApiDocument): OperationEntry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  )

/** A resource with its operations. */
export interface Group {
  name: string
  description: string
  all: OperationEntry[]
}

export const groupsOf = (document: OpenApiDocument): Group[] => {
  const entries = entriesOf(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    all: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

export const schemasOf = ({ components }: OpenApiDocument): [name: string, schema: JsonSchema][] =>
  Object.entries((components.schemas ?? {}) as Record<string, JsonSchema>)

/** The URL before every path of the examples. */
export const baseOf = ({ servers, 'x-samples': { origin } }: OpenApiDocument): string => {
  const server = servers[0]?.url ?? ''
  return server.startsWith('http') ? server : origin + server
}
