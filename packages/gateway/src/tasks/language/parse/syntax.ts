/** A task file as it is written; names mean nothing yet. */

export const itemTypes = ['BIT', 'U8', 'S8', 'U16', 'S16', 'U32', 'S32', 'F32', 'STR'] as const
export type ItemType = (typeof itemTypes)[number]

export const areas = { H: 'holding', I: 'input', C: 'coil', D: 'discrete-input' } as const
export type Area = keyof typeof areas

export const comparisons = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparison = (typeof comparisons)[number]
export type Arithmetic = '+' | '-' | '*' | '/' | 'MOD'

/** In brackets behind a name: a number, or the name of an item that holds one. */
export type Index = { readonly at: number } | { readonly name: string }

export interface Ref {
  readonly kind: 'ref'
  readonly name: string
  readonly index?: Index
}

export type Expression =
  /** `whole`: every digit of one that a number of 64 bits would round. */
  | { readonly kind: 'number'; readonly value: number; readonly whole?: bigint }
  | { readonly kind: 'text'; readonly text: string }
  | Ref
  | { readonly kind: 'unary'; readonly op: '-' | 'NOT'; readonly of: Expression }
  | {
      readonly kind: 'binary'
      readonly op: Arithmetic | Comparison | '&' | 'AND' | 'OR'
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly fn: FunctionName; readonly args: readonly Expression[] }

export type FunctionName = 'MIN' | 'MAX' | 'ABS' | 'SQRT' | 'RISE' | 'STR' | 'HEX' | 'TIME' | 'DATE' | 'LEN' | 'ERR'

/** Where an item lives on the bus. */
export interface ItemAddress {
  readonly unit: number
  readonly area: Area
  readonly address: number
}

export interface Def {
  readonly kind: 'DEF'
  readonly name: string
  readonly type: ItemType
  /** Of a STR. */
  readonly textBytes: number
  /** Of an array; null for one value. */
  readonly length: number | null
  readonly place?: ItemAddress
  readonly initial?: number | string
  readonly isLogged: boolean
}

export type Action =
  | { readonly do: 'CALL' | 'GOTO'; readonly label: string }
  | { readonly do: 'RETURN' }
  | { readonly do: 'SMS'; readonly phone: number; readonly text: Expression }

export type Statement =
  | Def
  | { readonly kind: 'COND'; readonly name: string; readonly condition: Expression }
  | { readonly kind: 'LABEL'; readonly name: string }
  | { readonly kind: 'PUT'; readonly target: Ref; readonly value: Expression }
  | { readonly kind: 'DO'; readonly condition: Expression | null; readonly action: Action }

export interface TaskFile {
  readonly periodMs: number
  readonly statements: readonly (Statement & { readonly line: number })[]
}
