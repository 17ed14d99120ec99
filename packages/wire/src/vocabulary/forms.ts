import { z } from 'zod'

interface Form {
  /** The JSON Schema of what the text means, instead of the text's own. */
  schema: Record<string, unknown>
  /** Fields that OpenAPI needs to write the value as text. */
  parameter?: Record<string, unknown>
}

/** How values that travel as text are described to others. */
export const forms = z.registry<Form>()

/** A schema together with what it means. */
export const meaning = <S extends z.ZodType>(schema: S, form: Form): S => {
  forms.add(schema, form)
  return schema
}
