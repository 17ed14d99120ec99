import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessFields, Endpoint } from '../contract/endpoint.ts'
import type { ErrorFields, ErrorTable } from '../contract/errors.ts'
import type { Refusal } from './refusal.ts'

/** A request on its way through the gates to its handler. */
export interface RequestInProgress<Context, Access extends AccessFields> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Null where nothing is known by that method and path. */
  readonly endpoint: Endpoint<Access> | null
  /** The service's own: its gates write into it, the handler reads from it. */
  readonly context: Context
  /** The parsed body, once the gate `body` was passed. */
  body: unknown
  /** Params, query and body as one, once the gate `shape` was passed. */
  input: object
}

/** The step of a gate at one endpoint: it returns to accept and throws to refuse. */
type Step<Context, Access extends AccessFields> = (call: RequestInProgress<Context, Access>) => void | Promise<void>

/** A rule for every request. It is asked once for each endpoint what there is to do there; null is nothing. */
export type Gate<Context, Access extends AccessFields> = (
  endpoint: Endpoint<Access> | null,
  service: Service<Context, Access>,
) => Step<Context, Access> | null

/** A gate of the kit, which no service's own words concern. */
export type PlainGate = <Context, Access extends AccessFields>(
  endpoint: Endpoint<Access> | null,
  service: Service<Context, Access>,
) => Step<Context, Access> | null

/** Refusals of the kit itself. */
type KitRefusal = 'path' | 'method' | 'contentType' | 'size' | 'body' | 'shape' | 'malformed' | 'internal'

export interface Log {
  error(details: object, message: string): void
}

/** A certificate and its private key, both as PEM. */
export interface Tls {
  cert: string
  key: string
}

/** All that a service says about its HTTP, besides its contract and its handlers. */
export interface Service<Context, Access extends AccessFields> {
  /** In this order. */
  gates: readonly Gate<Context, Access>[]
  context(request: FastifyRequest, reply: FastifyReply): Context
  errors: ErrorTable
  errorFields: ErrorFields
  /** Returns the refusal for an error of the service; without it, or for null, the error is a bug. */
  refusalOf?: (error: unknown) => Refusal | null
  /** Which of the errors are the kit's own. */
  codes: Readonly<Record<KitRefusal, string>>
  bodyBytesMax: number
  /** An empty body is taken for `null`. */
  acceptsEmptyBody?: boolean
  /** A GET of an extension may leave out its content type, as most programs do. */
  acceptsPlainGets?: boolean
  /** Before every path of the contract: `/api/v1`. */
  prefix?: string
  log: Log
  /** A connection whose request or answer does not move for so long is cut; two minutes where nothing is said. */
  stallMsMax?: number
  /** Without it the service speaks plain HTTP. */
  tls?: Tls | undefined
  /** For tests: an answer that is not of its schema, or says more than it, becomes a 500 that tells why. */
  checkReplies?: boolean
}
