import type { Arithmetic, CalendarFunction, Comparison, ItemAddress, ItemType } from '../parse/syntax.ts'

/** An item of a file with resolved names and matching types. */

export interface Item {
  readonly name: string
  readonly type: ItemType
  readonly textBytes: number
  readonly length: number | null
  readonly mapping?: ItemAddress
  readonly isLogged: boolean
  /** True if the item is published to a broker. */
  readonly isPublished: boolean
  /** Value written when the task cannot run. */
  readonly safe?: number
  /** It outlasts the gateway. */
  readonly isKept: boolean
  /** The first of the gateway's registers that show it. */
  readonly register?: number
  readonly initial: number | string
  /** Its place among the items. */
  readonly id: number
  /** Index of the first value: in the texts for a STR, otherwise in the numbers. */
  readonly slot: number
}

export type NumberNode =
  /** `integer`: what was written, where a number of 64 bits would round it. */
  | { readonly op: 'constant'; readonly value: number; readonly integer?: bigint }
  | { readonly op: 'load'; readonly item: Item; readonly index: BoundIndex }
  | { readonly op: 'ERR' | 'AGE'; readonly item: Item }
  /** Value read for this run, or the fallback. */
  | { readonly op: 'VALUE'; readonly item: Item; readonly index: BoundIndex; readonly fallback: NumberNode }
  /** Last value if it is recent enough, or the fallback. */
  | {
      readonly op: 'LAST'
      readonly item: Item
      readonly index: BoundIndex
      readonly maxSec: NumberNode
      readonly fallback: NumberNode
    }
  | { readonly op: CalendarFunction }
  | { readonly op: Arithmetic; readonly left: NumberNode; readonly right: NumberNode }
  | { readonly op: 'negate' | 'ABS' | 'SQRT'; readonly of: NumberNode }
  | { readonly op: 'MIN' | 'MAX'; readonly of: readonly NumberNode[] }
  | { readonly op: 'LEN'; readonly of: TextNode }

export type ConditionNode =
  | { readonly op: 'isSet'; readonly of: NumberNode }
  | { readonly op: 'compare'; readonly test: Comparison; readonly left: NumberNode; readonly right: NumberNode }
  | { readonly op: 'compareTexts'; readonly test: Comparison; readonly left: TextNode; readonly right: TextNode }
  | { readonly op: 'AND' | 'OR'; readonly left: ConditionNode; readonly right: ConditionNode }
  | { readonly op: 'NOT'; readonly of: ConditionNode }
  | { readonly op: 'RISE' | 'FALL'; readonly of: ConditionNode; readonly state: number }
  | { readonly op: 'TON' | 'TOF'; readonly of: ConditionNode; readonly seconds: NumberNode; readonly state: number }
  | { readonly op: 'OK'; readonly item: Item }

export type TextNode =
  | { readonly op: 'text'; readonly text: string }
  | { readonly op: 'loadText'; readonly item: Item }
  | { readonly op: '&'; readonly left: TextNode; readonly right: TextNode }
  | { readonly op: 'STR'; readonly of: NumberNode; readonly decimals: number | null }
  | { readonly op: 'HEX'; readonly of: NumberNode; readonly digits: number }
  | { readonly op: 'TIME' | 'DATE' }

/** Which of an array's values: a constant, or what an item holds. */
export type BoundIndex = { readonly at: number } | { readonly by: Item }

export type BoundAction =
  | { readonly do: 'CALL' | 'GOTO'; readonly to: number }
  | { readonly do: 'RETURN'; readonly isEnd: boolean }
  | { readonly do: 'SMS'; readonly phone: number; readonly text: TextNode }
  | { readonly do: 'PUT'; readonly item: Item; readonly index: BoundIndex; readonly value: NumberNode }
  | { readonly do: 'PUT TEXT'; readonly item: Item; readonly value: TextNode }
  | { readonly do: 'PUT BIT'; readonly item: Item; readonly index: BoundIndex; readonly value: ConditionNode }

export interface BoundStatement {
  /** In the file, from 1. */
  readonly line: number
  readonly condition: ConditionNode | null
  readonly action: BoundAction
  readonly otherwise: BoundAction | null
}

export interface BoundFile {
  readonly periodMs: number
  readonly safeAfterMs: number
  readonly items: readonly Item[]
  /** Ids of items that some PUT names. */
  readonly written: ReadonlySet<number>
  readonly numberCount: number
  readonly textCount: number
  /** Edges and timers. */
  readonly riseCount: number
  readonly timerCount: number
  /** Bytes of the items, and of the program by our own measure. */
  readonly heapBytes: number
  /** Each with the parts that its expressions have. */
  readonly statements: readonly (BoundStatement & { readonly parts: number })[]
}
