import type { z } from 'zod'

/** `z.object({})` says that every key is `never`, which would spoil all that it is merged with. */
type Merged<T> = T extends Record<string, never> ? object : T

type Slot<E, Name extends string> = E extends { [K in Name]: infer S extends z.ZodType } ? S : never

type IsAny<T> = 0 extends 1 & T ? true : false

/** Whether a body's keys stand beside those of params and query: `spreadsBody` says the same of its schema. */
type Spreads<T> =
  IsAny<T> extends true
    ? false
    : [T] extends [object]
      ? [Extract<T, readonly unknown[]>] extends [never]
        ? true
        : false
      : false

type Out<S extends z.ZodType> = [S] extends [never] ? object : Merged<z.output<S>>

type BodyOut<S extends z.ZodType> = [S] extends [never]
  ? object
  : Spreads<z.output<S>> extends true
    ? Merged<z.output<S>>
    : { body: z.output<S> }

/** What a handler gets: params, query and body as one object; a body that is no object is under `body`. */
export type Input<E> = Out<Slot<E, 'params'>> & Out<Slot<E, 'query'>> & BodyOut<Slot<E, 'body'>>

/** An answer that is no JSON. */
export type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** What a handler gives. */
export type Reply<E> = E extends { produces: string }
  ? Content
  : E extends { reply: infer S extends z.ZodType }
    ? z.input<S>
    : never

/** Keys that may be left out are those of the wire's form; their values are of the handler's form. */
type Sent<S extends z.ZodType> = [S] extends [never]
  ? object
  : S extends z.ZodObject
    ? Merged<SentKeys<z.input<S>, z.output<S>>>
    : Merged<z.output<S>>

type SentKeys<I, O> = { [K in keyof I]: K extends keyof O ? O[K] : never }

type BodySent<S extends z.ZodType> = [S] extends [never]
  ? object
  : Spreads<z.output<S>> extends true
    ? Sent<S>
    : { body: z.output<S> }

/** What a client sends: the same one object. */
export type Request<E> = Sent<Slot<E, 'params'>> & Sent<Slot<E, 'query'>> & BodySent<Slot<E, 'body'>>

/** What a client gets. */
export type Answer<E> = E extends { produces: string }
  ? Response
  : E extends { reply: infer S extends z.ZodType }
    ? z.output<S>
    : never
