import { z } from 'zod'

interface Shape {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  minItems?: number
  minLength?: number
  minimum?: number
  pattern?: string
}

/** Texts for patterns that occur in the contract, tried in turn. */
const texts = ['11111111-1111-4111-8111-111111111111', 'somebody@example.org', 'something', '1', '0'.repeat(32), '']

const cache = new WeakMap<z.ZodType, unknown>()

/** The smallest value that a schema takes, on the wire's side. */
export const sampleOf = (schema: z.ZodType): unknown => {
  if (!cache.has(schema)) cache.set(schema, makeSample(schema))
  return cache.get(schema)
}

const makeSample = (schema: z.ZodType): unknown => {
  const value = sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  const { error } = z.safeParse(schema, value)
  if (error === undefined) return value
  // Schemas do not show that a string must be a time; parse errors do. Spans list their start first.
  const times = error.issues.map(({ path: [name = ''] }, at) => [name, `2026-11-0${at + 1}T00:00:00Z`])
  const timed = { ...(value as object), ...Object.fromEntries(times) }
  z.parse(schema, timed)
  return timed
}

const sample = (shape: Shape): unknown => {
  if ('const' in shape) return shape.const
  const [first] = shape.enum ?? []
  if (first !== undefined) return first
  const [option] = shape.anyOf ?? shape.oneOf ?? []
  if (option !== undefined) return sample(option)
  const [type] = [shape.type ?? 'object'].flat()
  if (type === 'object') return sampleObject(shape)
  if (type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => sample(shape.items ?? {}))
  if (type === 'string') return sampleText(shape)
  if (type === 'boolean') return false
  if (type === 'null') return null
  return Math.max(1, shape.minimum ?? 1)
}

const sampleObject = ({ properties = {}, required = [] }: Shape): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]))

const sampleText = ({ pattern, minLength = 0 }: Shape): string => {
  const fits = texts.find(
    (text) => text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text)),
  )
  return fits ?? 'x'.repeat(minLength)
}
