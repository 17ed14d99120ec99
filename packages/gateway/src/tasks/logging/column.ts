import type { Item } from '../bind/bound.ts'

/** A logged item, as far as its log needs it. */
export type Column = Pick<Item, 'name' | 'type' | 'textBytes' | 'length' | 'slot'>

/** Value of a column in a record: numbers of an array or single value, or the bytes of a text. */
export type Cell = readonly number[] | string

export interface LogRecord {
  /** Milliseconds since 1970, Greenwich. */
  readonly atMs: number
  /** Its UTC fields are the local time. */
  readonly local: Date
  readonly cells: readonly Cell[]
}

/** How a log file is written. */
export interface LogFormat {
  readonly extension: 'DAT' | 'CSV'
  header(columns: readonly Column[]): Uint8Array
  record(columns: readonly Column[], record: LogRecord): Uint8Array
}
