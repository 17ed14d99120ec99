import type { Contract, Resource } from '../contract/endpoint.ts'
import type { Input, Reply } from '../contract/input.ts'
import type { JsonText } from './reply/json-text.ts'

type Answer<E> = Reply<E> | JsonText

/** Does what an endpoint says. */
type Handler<E, Context> = (context: Context, input: Input<E>) => Answer<E> | Promise<Answer<E>>

/** Functions for all endpoints of a resource. */
export type Handlers<R extends Resource, Context> = { readonly [Name in keyof R]: Handler<R[Name], Context> }

export type ContractHandlers<C extends Contract, Context> = {
  readonly [Name in keyof C]: Handlers<C[Name], Context>
}
