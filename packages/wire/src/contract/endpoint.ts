import type { z } from 'zod'

/** The fields in which a service describes access; at least one of them is called `access`. */
export interface AccessFields {
  access: unknown
}

/** The description of an endpoint besides its method, its path and its access fields. */
interface Description {
  summary: string
  /** Edge cases and limits. The rule of access is described by the service. */
  description?: string
  /** Path variables: exactly those that the path names. */
  params?: z.ZodObject
  query?: z.ZodType
  /** Schema of the body; without it the body is ignored. */
  body?: z.ZodType
  reply: z.ZodType
  /** The media type of an answer that is no JSON: the handler then gives text, bytes or a stream of them. */
  produces?: string
  /** How much it takes from the caller's quota; 1 if nothing is said. */
  cost?: number
  /** Its answer may hold what only its receiver is to know: it is never packed. */
  hasSecrets?: true
  /** Errors that not every operation of its kind has, by their code: when they are answered. */
  errors?: Readonly<Record<string, string>>
  /** Not of the original contract. */
  extension?: true
  /** A body that is valid, for tests that need any. What the reference shows was exchanged. */
  example?: { body: unknown }
}

/** The variables of a path: `/tree/:treeId/branch/:branchId/` has `treeId` and `branchId`, `/card/*` has `*`. */
type PathNames<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? NameOf<Head> | PathNames<Rest>
  : NameOf<Path>

type NameOf<Segment extends string> = Segment extends `:${infer Name}` ? Name : Segment extends '*' ? '*' : never

type ShapeOf<D, Slot extends string> = D extends { [K in Slot]: { shape: infer Shape } } ? Shape : object

/** Exactly the variables of the path are described. */
type PathParams<Path extends string, D> = [PathNames<Path>] extends [never]
  ? { params?: never }
  : [keyof ShapeOf<D, 'params'>, PathNames<Path>] extends [PathNames<Path>, keyof ShapeOf<D, 'params'>]
    ? { params: z.ZodObject }
    : { params: { 'the path has these variables': PathNames<Path> } }

type DuplicateNames<D> =
  | (keyof ShapeOf<D, 'params'> & keyof ShapeOf<D, 'query'>)
  | (keyof ShapeOf<D, 'params'> & keyof ShapeOf<D, 'body'>)
  | (keyof ShapeOf<D, 'query'> & keyof ShapeOf<D, 'body'>)

/** A handler gets params, query and body as one object, so a name has one meaning. */
type UniqueNames<D> = [DuplicateNames<D>] extends [never] ? unknown : { summary: { 'said twice': DuplicateNames<D> } }

type KeysOf<T> = T extends unknown ? keyof T : never

/** A word that means nothing, mistyped perhaps. */
type NoUnknownKeys<D, Access> = { [K in Exclude<keyof D, keyof Description | KeysOf<Access>>]: never }

/** Rules of a description beyond its shape; a type that no value fits where they are broken. */
type DescriptionRules<Path extends string, D, Access> = PathParams<Path, D> & UniqueNames<D> & NoUnknownKeys<D, Access>

type Method = 'GET' | 'POST'

/** An operation of an API, as data. Router, document and client derive from it. */
export type Endpoint<Access extends AccessFields = AccessFields> = Description &
  Access & { readonly method: Method; readonly path: string }

export type Resource<Access extends AccessFields = AccessFields> = Readonly<Record<string, Endpoint<Access>>>
export type Contract<Access extends AccessFields = AccessFields> = Readonly<Record<string, Resource<Access>>>

type DefinedEndpoint<M extends Method, Path extends string, D> = D & { readonly method: M; readonly path: Path }

export interface EndpointBuilders<Access extends AccessFields> {
  get: <Path extends string, D extends Omit<Description, 'body'>>(
    path: Path,
    description: D & Access & DescriptionRules<Path, D, Access> & { body?: never },
  ) => DefinedEndpoint<'GET', Path, D>
  post: <Path extends string, D extends Description>(
    path: Path,
    description: D & Access & DescriptionRules<Path, D, Access>,
  ) => DefinedEndpoint<'POST', Path, D>
}

/** The words with which a service describes its endpoints, bound to its own words of access. */
export const endpoints = <Access extends AccessFields>(): EndpointBuilders<Access> => ({
  get: (path, description) => ({ ...description, method: 'GET', path }),
  post: (path, description) => ({ ...description, method: 'POST', path }),
})
