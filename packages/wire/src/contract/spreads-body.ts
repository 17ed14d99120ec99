import type { z } from 'zod'

interface ZodDef {
  type: string
  options?: z.ZodType[]
  innerType?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
}

const all = (schemas: readonly (z.ZodType | undefined)[]): boolean =>
  schemas.every((schema) => schema !== undefined && spreadsBody(schema))

/** Returns whether the schema of a body gives an object whose keys are merged with those of params and query. */
export const spreadsBody = (schema: z.ZodType): boolean => {
  const def = schema.def as ZodDef
  switch (def.type) {
    case 'object':
    case 'record':
      return true
    case 'union':
      return all(def.options ?? [])
    case 'intersection':
      return all([def.left, def.right])
    case 'pipe':
      return all([def.out])
    case 'default':
    case 'prefault':
    case 'readonly':
      return all([def.innerType])
    default:
      return false
  }
}
