import { z } from 'zod'
import { forms } from '../vocabulary/forms.ts'

export type JsonSchema = Record<string, unknown>
type Side = 'input' | 'output'

interface SchemaOverride {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}

interface ZodDef {
  type: string
  defaultValue?: unknown
  catchall?: unknown
}

const annotations = new Set(['description', 'default', 'examples', 'deprecated', 'title'])

/** Describes a schema for readers where that differs from its validation. */
const clarify = ({ zodSchema, jsonSchema }: SchemaOverride): void => {
  const schema = zodSchema as unknown as z.ZodType
  const def = schema.def as ZodDef
  const form = forms.get(schema)
  if (form !== undefined) {
    for (const key of Object.keys(jsonSchema)) if (!annotations.has(key)) delete jsonSchema[key]
    Object.assign(jsonSchema, form.schema)
  }
  if (def.type === 'default') jsonSchema.default = def.defaultValue
  // An answer may have more fields some day; only a strict object promises that it will not.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Turns schemas into JSON Schema and keeps those that have a name apart, once each. */
export class SchemaBook {
  readonly #named: Record<Side, Map<string, string>> = { input: new Map(), output: new Map() }

  /** References in what this gives are provisional; `bind` settles them. */
  write(schema: z.ZodType, side: Side): JsonSchema {
    const converted = z.toJSONSchema(schema, { io: side, unrepresentable: 'any', override: clarify })
    const text = JSON.stringify(converted).replaceAll('"#/$defs/', `"#${side}/`)
    if (text.includes('"$ref":"#"')) throw new Error('a schema that contains itself needs a name: .meta({ id })')
    const { $schema: _, $defs = {}, ...own } = JSON.parse(text) as JsonSchema
    for (const [name, def] of Object.entries($defs as JsonSchema)) this.#add(name, JSON.stringify(def), side)
    return own
  }

  /** Settles the references of a document and adds the named schemas to it. */
  bind<D extends object>(document: D, components: JsonSchema): D & { components: JsonSchema } {
    const split = this.#split()
    const nameOf = (side: string, name: string): string => (side === 'input' && split.has(name) ? `${name}Input` : name)
    const schemas = (['input', 'output'] as const).flatMap((side) =>
      Array.from(this.#named[side], ([name, text]) => [nameOf(side, name), JSON.parse(text)] as const),
    )
    const sorted = Object.fromEntries(schemas.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const unbound = {
      ...document,
      components: { ...components, schemas: { ...(components.schemas as object), ...sorted } },
    }
    const bound = JSON.stringify(unbound).replaceAll(
      /"#(input|output)\/([^"]+)"/g,
      (_, side: string, name: string) => `"#/components/schemas/${nameOf(side, name)}"`,
    )
    return JSON.parse(bound) as D & { components: JsonSchema }
  }

  #add(name: string, text: string, side: Side): void {
    if (name.startsWith('__')) throw new Error('a schema that contains itself needs a name: .meta({ id })')
    const before = this.#named[side].get(name)
    if (before !== undefined && before !== text) throw new Error(`two schemas are called ${name}`)
    this.#named[side].set(name, text)
  }

  /** Names that mean one thing in a request and another in an answer, themselves or by what they refer to. */
  #split(): Set<string> {
    const { input, output } = this.#named
    const plain = (text: string | undefined): string => text?.replaceAll(/"#(input|output)\//g, '"#/') ?? ''
    const both = [...input.keys()].filter((name) => output.has(name))
    const split = new Set(both.filter((name) => plain(input.get(name)) !== plain(output.get(name))))
    for (let before = -1; before !== split.size; ) {
      before = split.size
      for (const name of both) {
        if ([...split].some((other) => input.get(name)?.includes(`"#input/${other}"`))) split.add(name)
      }
    }
    return split
  }
}
