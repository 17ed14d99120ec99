import type { z } from 'zod'

/** `z.object({})` says that every key is `never`, which would spoil all that it is merged with. */
type MergeableFields<T> = T extends Record<string, never> ? object : T

type SchemaAt<E, Name extends string> = E extends { [K in Name]: infer S extends z.ZodType } ? S : never

type IsAny<T> = 0 extends 1 & T ? true : false

/** Whether a body's keys stand beside those of params and query: `spreadsBody` says the same of its schema. */
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

/** What a handler gets: params, query and body as one object; a body that is no object is under `body`. */
export type Input<E> = ParsedFields<SchemaAt<E, 'params'>> &
  ParsedFields<SchemaAt<E, 'query'>> &
  ParsedBody<SchemaAt<E, 'body'>>

/** An answer that is no JSON. */
export type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** What a handler gives. */
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

/** What a client sends: the same one object. */
export type Request<E> = EncodedFields<SchemaAt<E, 'params'>> &
  EncodedFields<SchemaAt<E, 'query'>> &
  EncodedBody<SchemaAt<E, 'body'>>

/** What a client gets. */
export type Answer<E> = E extends { produces: string }
  ? Response
  : E extends { reply: infer S extends z.ZodType }
    ? z.output<S>
    : never
