import type { OpenApiDocument } from '@busbar/wire'

/** A JSON schema, as far as clients care. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  prefixItems?: readonly Schema[]
  additionalProperties?: Schema | boolean
}

export interface Field {
  name: string
  isRequired: boolean
  schema: Schema
}

/** An operation from the view of a client. */
export interface Operation {
  resource: string
  name: string
  method: string
  /** Path with variables as `{orgId}`. */
  path: string
  summary: string
  variables: readonly Field[]
  query: readonly Field[]
  /** The fields of its body; null where there is none. */
  body: readonly Field[] | null
  /** The body is the field `body` itself, and no object. */
  isBodyWhole: boolean
  answer: 'json' | 'text' | 'bytes' | 'events'
  reply: Schema
}

interface OpenApiOperation {
  operationId: string
  summary: string
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
}

/** Fields of an operation that clients require. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(method, path, described as unknown as OpenApiOperation),
    ),
  )

const operationOf = (method: string, path: string, described: OpenApiOperation): Operation => {
  const { operationId, summary, parameters = [], requestBody, responses } = described
  const [resource = '', name = ''] = operationId.split('.')
  const fieldsIn = (where: string): Field[] =>
    parameters
      .filter((one) => one.in === where)
      .map((one) => ({ name: one.name, isRequired: one.required === true, schema: one.schema }))
  const [[type, { schema: reply }] = ['application/json', { schema: {} }]] = Object.entries(
    responses['200']?.content ?? {},
  )
  const body = requestBody?.content['application/json']?.schema
  return {
    resource,
    name,
    method: method.toUpperCase(),
    path,
    summary,
    variables: fieldsIn('path'),
    query: fieldsIn('query'),
    ...bodyOf(body),
    answer: answerOf(type),
    reply,
  }
}

const bodyOf = (schema: Schema | undefined): Pick<Operation, 'body' | 'isBodyWhole'> => {
  if (schema === undefined) return { body: null, isBodyWhole: false }
  const { type, properties = {}, required = [] } = schema
  // Operations without a body send `null`.
  if (String(type) === 'null,object') return { body: [], isBodyWhole: false }
  if (type !== 'object') return { body: [{ name: 'body', isRequired: true, schema }], isBodyWhole: true }
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    schema: field,
  }))
  return { body: fields, isBodyWhole: false }
}

const answerOf = (type: string): Operation['answer'] => {
  if (type.startsWith('application/json')) return 'json'
  if (type.startsWith('text/event-stream')) return 'events'
  return type.startsWith('text/') ? 'text' : 'bytes'
}
