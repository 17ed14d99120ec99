import { z } from 'zod'
import type { Variant } from '../base/variant.ts'

/** 0 any caller, 1 a user, 2 an administrator. */
export type Level = 0 | 1 | 2

type Applies = Readonly<Record<Variant, 'now' | 'restart'>>

/** A setting: its schema, levels, default and when it takes effect. Both variants are described together. */
export interface Setting<S extends z.ZodType = z.ZodType, A extends Applies = Applies> {
  /** Position in replies and exports. */
  readonly position: number
  readonly about: string
  /** Level that reading requires. A variant that is missing does not have this setting. */
  readonly level: Readonly<Partial<Record<Variant, 1 | 2>>>
  readonly applies: A
  readonly value: S
  /** Value of a new device. */
  readonly initial: z.infer<S>
  /** An administrator's to change in variant B too, unless levels are lax: all of it, or these fields. */
  readonly strict?: 'all' | readonly string[]
  /** Other names that are accepted for a field. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Flags of a request that empty a secret for which null means no change and '' is no value. */
  readonly clears?: Readonly<Record<string, string>>
  /** Secrets that no device shares with another: random on a new one. */
  readonly generated?: readonly string[]
  /** Returns the problem of fields that are invalid together. */
  check?(value: z.infer<S>): string | undefined
}

export const setting = <S extends z.ZodType, A extends Applies>(described: Setting<S, A>): Setting<S, A> => described

export const atRestart = { A: 'restart', B: 'restart' } as const
export const atOnceInB = { A: 'restart', B: 'now' } as const

/** The value of most settings: fields by name, and no others. */
export const fields = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `there is no ${issue.keys.join(', ')}` : 'must be an object',
  })

const secretFields = new WeakSet<object>()
const fieldsOfB = new WeakSet<object>()

/** Write-only. */
export const secret = <S extends z.ZodType>(schema: S): S => {
  const own = schema.clone()
  secretFields.add(own)
  return own
}
export const isSecret = (schema: z.ZodType): boolean => secretFields.has(schema)

/** Variant A does not have this field. */
export const inB = <S extends z.ZodType>(schema: S): S => {
  const own = schema.clone()
  fieldsOfB.add(own)
  return own
}
export const isIn = (variant: Variant, schema: z.ZodType): boolean => variant === 'B' || !fieldsOfB.has(schema)
