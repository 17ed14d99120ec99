import type { z } from 'zod'

/** `z.object({})` types every key as `never`, which would remove the fields that it is merged with. */
type MergeableFields<T> = T extends Record<string, never> ? object : T

type SchemaAt<E, Name extends string> = E extends { [K in Name]: infer S extends z.ZodType } ? S : never

type IsAny<T> = 0 extends 1 & T ? true : false

/**
 * True if the keys of a body are merged with those of params and query. `spreadsBody` decides the same for its schema.
 */
type IsSpreadBody<T> =
  IsAny<T> extends true
    ? false
    : [T] extends [object]
      ? [Extract<T, readonly unknown[]>] extends [never]
        ? true
        : false
      : false

type ParsedFields<S extends z.ZodType> = [S] extends [never] ? object : MergeableFields<z.output<S>>

type ParsedBody<S extends z.ZodType> = [S] extends [never]
  ? object
  : IsSpreadBody<z.output<S>> extends true
    ? MergeableFields<z.output<S>>
    : { body: z.output<S> }

/** The input of a handler: params, query and body in one object; a body that is not an object is under `body`. */
export type Input<E> = ParsedFields<SchemaAt<E, 'params'>> &
  ParsedFields<SchemaAt<E, 'query'>> &
  ParsedBody<SchemaAt<E, 'body'>>

/** An answer that is no JSON. */
export type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** The result of a handler. */
export type Reply<E> = E extends { produces: string }
  ? Content
  : E extends { reply: infer S extends z.ZodType }
    ? z.input<S>
    : never

/** Keys that may be left out are those of the wire's form; their values are of the handler's form. */
type EncodedFields<S extends z.ZodType> = [S] extends [never]
  ? object
  : S extends z.ZodObject
    ? MergeableFields<EncodedKeys<z.input<S>, z.output<S>>>
    : MergeableFields<z.output<S>>

type EncodedKeys<I, O> = { [K in keyof I]: K extends keyof O ? O[K] : never }

type EncodedBody<S extends z.ZodType> = [S] extends [never]
  ? object
  : IsSpreadBody<z.output<S>> extends true
    ? EncodedFields<S>
    : { body: z.output<S> }

/** The input of a client: the same object. */
export type Request<E> = EncodedFields<SchemaAt<E, 'params'>> &
  EncodedFields<SchemaAt<E, 'query'>> &
  EncodedBody<SchemaAt<E, 'body'>>

/** The result of a client. */
export type Answer<E> = E extends { produces: string }
  ? Response
  : E extends { reply: infer S extends z.ZodType }
    ? z.output<S>
    : never
