interface Schema {
  [key: string]: unknown
}

interface DescribedSchema {
  description?: string
  [key: string]: unknown
}

interface Operation extends DescribedSchema {
  operationId: string
  parameters?: (DescribedSchema & { name: string })[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>
}

/** The parts of an OpenAPI document that are checked here. */
export interface Document {
  tags: (DescribedSchema & { name: string })[]
  paths: Record<string, Record<string, DescribedSchema>>
  components: Schema
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Lists missing descriptions and examples of the reference, one line each. */
export const missingTexts = ({ tags, paths, components }: Document): string[] => {
  const schemas = (components['schemas'] ?? {}) as Record<string, Schema>
  const isDescribed = (schema: Schema): boolean => {
    if (isText(schema['description'])) return true
    const { $ref } = schema
    const named = typeof $ref === 'string' ? schemas[$ref.replace('#/components/schemas/', '')] : undefined
    return named !== undefined && isText(named['description'])
  }
  const inSchema = (schema: unknown, place: string): string[] => {
    if (!isSchema(schema)) return []
    const { properties, ...rest } = schema
    const fields = Object.entries(isSchema(properties) ? properties : {}) as [string, Schema][]
    return [
      ...fields.flatMap(([name, field]) => [
        ...(isDescribed(field) ? [] : [`${place}: .describe() the property ${name}`]),
        ...inSchema(field, `${place}.${name}`),
      ]),
      ...['items', 'additionalProperties'].flatMap((key) => inSchema(rest[key], place)),
      ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) =>
        (Array.isArray(rest[key]) ? rest[key] : []).flatMap((one) => inSchema(one, place)),
      ),
    ]
  }
  const inOperation = ({
    operationId: id,
    description,
    parameters = [],
    requestBody,
    responses,
  }: Operation): string[] => {
    const media = { ...requestBody?.content }
    const answers = { ...responses[200]?.content }
    return [
      ...(isText(description) ? [] : [`${id}: give its endpoint a description`]),
      ...parameters.flatMap((one) => (isText(one.description) ? [] : [`${id}: .describe() the parameter ${one.name}`])),
      ...Object.values(media).flatMap(({ schema }) => inSchema(schema, `${id} body`)),
      ...Object.values(answers).flatMap(({ schema }) => inSchema(schema, `${id} reply`)),
      ...(Object.values(answers).every(({ example }) => example !== undefined)
        ? []
        : [`${id}: no exchange is recorded; give it a row in the exchanges of its package, and npm run docs`]),
    ]
  }
  return [
    ...tags.filter(({ description }) => !isText(description)).map(({ name }) => `${name}: give the tag a text`),
    ...Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((one) => inOperation(one as unknown as Operation)),
    ),
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      ...(isText(schema['description']) ? [] : [`schema ${name}: give it a description in .meta()`]),
      ...inSchema(schema, `schema ${name}`),
    ]),
  ]
}
