import type { ReactNode } from 'react'

/**
 * Role of a column on phones, where a table is a list: name of the row, value on the right, mark in front, second line,
 * button, or hidden.
 */
export type PhoneRole = 'title' | 'value' | 'mark' | 'detail' | 'action' | 'none'

export interface Column<Row> {
  id: string
  title: string
  /** It is only read aloud. */
  isTitleHidden?: boolean
  cell: (row: Row) => ReactNode
  /** Share of the remaining width; 1 by default. */
  share?: number
  align?: 'left' | 'right'
  /** Left out where there is no room: on phones, or below a wide screen. */
  from?: 'tablet' | 'desktop'
  /** If nothing is said: the first column is the title, the first with numbers the value, and others that phones have are details. */
  phone?: PhoneRole
  /** Rows can be put in the order of this. */
  sortBy?: (row: Row) => string | number
}

/** Sort column and direction. */
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
