import type { ReactNode } from 'react'

/**
 * What a column is where a table is a list, on phones: the name of a row, its value at the right, a mark before it, what stands in its second
 * line, or a button; or it is left out.
 */
export type PhoneRole = 'title' | 'value' | 'mark' | 'detail' | 'action' | 'none'

export interface Column<Row> {
  id: string
  title: string
  /** It is only read aloud. */
  isTitleHidden?: boolean
  cell: (row: Row) => ReactNode
  /** Of the width that is left, 1 if nothing is said. */
  share?: number
  align?: 'left' | 'right'
  /** Left out where there is no room: on phones, or below a wide screen. */
  from?: 'tablet' | 'desktop'
  /** If nothing is said: the first column is the title, the first with numbers the value, and others that phones have are details. */
  phone?: PhoneRole
  /** Rows can be put in the order of this. */
  sortBy?: (row: Row) => string | number
}

/** By which column rows are ordered, and whether the greatest is first. */
export interface Sort {
  by: string
  isDown: boolean
}

/** A row, or the heading of those that follow. */
export type TableEntry<Row> = { heading: string } | { row: Row }

/** As addresses have it: the column, with a minus before it for the greatest first. */
export const sortOf = (text: string | undefined): Sort | undefined => {
  if (text === undefined) return undefined
  return text.startsWith('-') ? { by: text.slice(1), isDown: true } : { by: text, isDown: false }
}

export const sortText = (sort: Sort | undefined): string | undefined =>
  sort === undefined ? undefined : `${sort.isDown ? '-' : ''}${sort.by}`
