/** Syntax tree of a task file, with unresolved names. */
import type { Problem } from '../compile/compile-error.ts'

const firstTypes = ['BIT', 'U8', 'S8', 'U16', 'S16', 'U32', 'S32', 'F32', 'STR'] as const
const allTypes = [...firstTypes, 'U64', 'S64', 'F64'] as const
export type ItemType = (typeof allTypes)[number]
/** Item types of each version of the language. */
export const itemTypes = { 1: firstTypes, 2: allTypes } as const

/** How the bytes of a number lie in its registers: A is the highest of two registers' four; of four registers' eight likewise. */
export const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type Order = (typeof orders)[number]

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
  /** `integer`: every digit of one that a number of 64 bits would round. */
  | { readonly kind: 'number'; readonly value: number; readonly integer?: bigint }
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

/** Parts of the local date and time, and the sun of the day. */
export const calendarFunctions = [
  'YEAR',
  'MONTH',
  'DAY',
  'WEEKDAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'DAYSEC',
  'SUNRISE',
  'SUNSET',
] as const
export type CalendarFunction = (typeof calendarFunctions)[number]

export type FunctionName =
  | ('MIN' | 'MAX' | 'ABS' | 'SQRT' | 'RISE' | 'STR' | 'HEX' | 'TIME' | 'DATE' | 'LEN' | 'ERR')
  | ('FALL' | 'TON' | 'TOF' | 'OK' | 'AGE' | 'VALUE' | 'LAST')
  | CalendarFunction

/** Address of an item on the bus. */
export interface ItemAddress {
  readonly unit: number
  readonly area: Area
  readonly address: number
  readonly order: Order
}

export interface Def {
  readonly kind: 'DEF'
  readonly name: string
  readonly type: ItemType
  /** Size of a STR. */
  readonly textBytes: number
  /** Length of an array; null for a single value. */
  readonly length: number | null
  readonly mapping?: ItemAddress
  readonly initial?: number | string
  readonly isLogged: boolean
  /** True if the item is published to a broker. */
  readonly isPublished: boolean
  /** Value written to a mapped item when the task cannot run. */
  readonly safe?: number
  /** It outlasts the gateway. */
  readonly isKept: boolean
  /** Which registers of the gateway show it. */
  readonly register?: number
}

export type Action =
  | { readonly do: 'CALL' | 'GOTO'; readonly label: string }
  | { readonly do: 'RETURN' }
  | { readonly do: 'SMS'; readonly phone: number; readonly text: Expression }
  | { readonly do: 'PUT'; readonly target: Ref; readonly value: Expression }

export type Statement =
  | Def
  | { readonly kind: 'COND'; readonly name: string; readonly condition: Expression }
  | { readonly kind: 'LABEL'; readonly name: string }
  | {
      readonly kind: 'DO'
      readonly condition: Expression | null
      readonly action: Action
      /** Action when the condition is false. */
      readonly otherwise: Action | null
    }

export interface TaskFile {
  readonly periodMs: number
  /** Time without a successful run after which outputs are put into their safe states. */
  readonly safeAfterMs: number
  readonly statements: readonly (Statement & { readonly line: number })[]
  /** Lines that could not be parsed; their statements are missing. */
  readonly problems: readonly Problem[]
  /** A line that could not be parsed should have defined a name. */
  readonly isNameMissing: boolean
}
