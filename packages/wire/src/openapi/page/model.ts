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

export interface Entry {
  method: string
  path: string
  operation: Operation
}

export const entriesOf = ({ paths }: OpenApiDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  )
