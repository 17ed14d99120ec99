import type { z } from 'zod'
import type { Fits } from './fits.ts'

/** What a service says about who may come in: its own words, at least one of them called `access`. */
export interface AccessWords {
  access: unknown
}

/** What is said of an endpoint, besides its method, its path and the service's words of access. */
export interface Description {
  summary: string
  /** Path variables: exactly those that the path names. */
  params?: z.ZodObject
  query?: z.ZodType
  /** Without it the body is not looked at. */
  body?: z.ZodType
  reply: z.ZodType
  /** The media type of an answer that is no JSON: the handler then gives text, bytes or a stream of them. */
  produces?: string
  /** How much it takes from the caller's quota; 1 if nothing is said. */
  cost?: number
  /** Its answer may hold what only its receiver is to know: it is never packed. */
  hasSecrets?: true
  /** Not of the original contract. */
  extension?: true
  example?: { body?: unknown; reply?: unknown }
}

type Method = 'GET' | 'POST'

/** One operation of an API, as data: router, document and client are made from it. */
export type Endpoint<Access extends AccessWords = AccessWords> = Description &
  Access & { readonly method: Method; readonly path: string }

export type Resource<Access extends AccessWords = AccessWords> = Readonly<Record<string, Endpoint<Access>>>
export type Contract<Access extends AccessWords = AccessWords> = Readonly<Record<string, Resource<Access>>>

type Made<M extends Method, Path extends string, D> = D & { readonly method: M; readonly path: Path }

export interface Makers<Access extends AccessWords> {
  get: <Path extends string, D extends Omit<Description, 'body'>>(
    path: Path,
    description: D & Access & Fits<Path, D, Access> & { body?: never },
  ) => Made<'GET', Path, D>
  post: <Path extends string, D extends Description>(
    path: Path,
    description: D & Access & Fits<Path, D, Access>,
  ) => Made<'POST', Path, D>
}

/** The words with which a service describes its endpoints, bound to its own words of access. */
export const endpoints = <Access extends AccessWords>(): Makers<Access> => ({
  get: (path, description) => ({ ...description, method: 'GET', path }),
  post: (path, description) => ({ ...description, method: 'POST', path }),
})
