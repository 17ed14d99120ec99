import type { Input, Reply } from '@busbar/wire'
import type { JsonText } from '@busbar/wire/server'
import type { Role } from './access/roles.ts'
import type { SharedAccess } from './access/shared-contents.ts'
import type { Caller } from './audit/record.ts'

interface Cookie {
  name: string
  value: string
  /** The browser sends the cookie to this path and below. */
  path: string
  lifetimeMs: number
}

/** Cookies of a request and its response. */
export interface Cookies {
  get(name: string): string | undefined
  /** Sets a cookie that is `HttpOnly`, `SameSite=Strict` and, over HTTPS, `Secure`. */
  set(cookie: Cookie): void
}

/** A request to a public endpoint. */
interface PublicCall {
  /** Client address. */
  from: string
  /** User agent of the client. */
  agent: string
  cookies: Cookies
  /** Adds a response header. */
  setHeader: (name: string, value: string) => void
  /** Aborted when the client disconnects before the response is complete. */
  clientSignal: () => AbortSignal
  /** Last event that the client of a stream received before it reconnected. */
  lastEventId: string | undefined
}

/** A request with a session. */
interface AccountCall extends PublicCall {
  /** Token of the session. */
  token: string
  shared: null
  caller: Caller
}

/** A request of a member to an object of the organization. */
interface MemberCall extends AccountCall {
  orgId: number
  /** Role of the caller in this organization. */
  role: Role
}

/** A request with a share link instead of an account. */
interface ShareCall extends PublicCall {
  /** Token of the share link. */
  token: string
  shared: SharedAccess
  caller: null
  orgId: number
  role: null
}

interface Calls {
  public: PublicCall
  account: AccountCall
  member: MemberCall
  share: ShareCall
}

export type CallKind = keyof Calls

/** Request data for a handler. The access of the endpoint determines the kind. */
export type Call<Kind extends CallKind> = Calls[Kind]

/** The part that the token gate adds: the session or the share link of a request. */
export type Entry = Omit<AccountCall, keyof PublicCall> | Omit<ShareCall, keyof PublicCall>

/** The part that the permission gate adds. */
export type Membership = Pick<MemberCall, 'orgId' | 'role'>

/** Kinds of calls that an endpoint accepts. Listed objects may belong to several organizations, so those calls have no `orgId`. */
type KindOf<E> = E extends { access: 'open' }
  ? 'public'
  : E extends { access: 'session' }
    ? 'account'
    : E extends { access: 'link' }
      ? 'share'
      : (E extends { object: 'listed' | 'any' } ? 'account' : 'member') | (E extends { shared: true } ? 'share' : never)

type Answer<E> = Reply<E> | JsonText

/** Implements one endpoint. */
type Handler<E, Needs> = (call: Needs & Call<KindOf<E>>, input: Input<E>) => Answer<E> | Promise<Answer<E>>

/** Handlers of all endpoints of a resource. `Needs` are the parts of the service that the handlers use. */
export type Handlers<Resource, Needs = unknown> = {
  readonly [Name in keyof Resource]: Handler<Resource[Name], Needs>
}

/** The handlers of several resources, by name. */
export type DomainHandlers<Contract, Needs = unknown> = {
  readonly [Name in keyof Contract]: Handlers<Contract[Name], Needs>
}

type AnyHandler = (call: object, input: object) => unknown

/** Passes `needs` to every handler together with its call. */
export const withNeeds = <Contract, Needs extends object>(
  handlers: DomainHandlers<Contract, Needs>,
  needs: Needs,
): DomainHandlers<Contract> => {
  const bound = Object.entries(handlers as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>).map(
    ([name, resource]) => {
      const operations = Object.entries(resource).map(([operation, handle]): [string, AnyHandler] => [
        operation,
        (call, input) => handle({ ...needs, ...call }, input),
      ])
      return [name, Object.fromEntries(operations)]
    },
  )
  return Object.fromEntries(bound) as DomainHandlers<Contract>
}
