import type { AlertRow } from '../list/order.rules.ts'
import { isMuted } from '../mute.rules.ts'

export const levelNames = ['critical', 'failure', 'warning', 'info', 'none'] as const
export const stateNames = ['active', 'unconfirmed', 'muted', 'unjudged', 'quiet', 'off'] as const

/** Filters of the alert list from the address; a missing one matches everything. */
export interface AlertFilters {
  text?: string
  /** A network. */
  site?: number
  level?: (typeof levelNames)[number]
  state?: (typeof stateNames)[number]
  /** From 1. */
  page?: number
}

const oneOf = <T extends string>(names: readonly T[], value: unknown): T | undefined =>
  names.find((name) => name === value)
const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Reads the filters from an address; invalid values are ignored. */
export const readFilters = ({ text, site, level, state, page }: Record<string, unknown>): AlertFilters => {
  const found = {
    text:
      typeof text === 'string' && text !== ''
        ? text.slice(0, 100)
        : typeof text === 'number'
          ? String(text)
          : undefined,
    site: idOf(site),
    level: oneOf(levelNames, level),
    state: oneOf(stateNames, state),
    page: idOf(page),
  }
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
}

/** Which rows are selected, and from which a range goes on. */
export interface Selection {
  ids: ReadonlySet<number>
  lastId: number | null
}

export const emptySelection: Selection = { ids: new Set(), lastId: null }

/** Selects or deselects a row; with a range, all rows from the last one, in display order. */
export function toggled({ ids, lastId }: Selection, shown: readonly number[], id: number, isRange: boolean): Selection {
  const isOn = !ids.has(id)
  const [from, till] = [shown.indexOf(lastId ?? id), shown.indexOf(id)]
  const range = isRange && from !== -1 ? shown.slice(Math.min(from, till), Math.max(from, till) + 1) : [id]
  return { ids: isOn ? ids.union(new Set(range)) : ids.difference(new Set(range)), lastId: id }
}

/** All that are shown, or none of them. */
export const toggledAll = ({ ids, lastId }: Selection, shown: readonly number[], isOn: boolean): Selection => ({
  ids: isOn ? ids.union(new Set(shown)) : ids.difference(new Set(shown)),
  lastId,
})

/** Returns the ids that still exist. */
export const existingIds = (ids: ReadonlySet<number>, rows: readonly { id: number }[]): number[] =>
  rows.flatMap(({ id }) => (ids.has(id) ? [id] : []))

const fits: Readonly<Record<NonNullable<AlertFilters['state']>, (row: AlertRow) => boolean>> = {
  active: ({ isActive }) => isActive,
  unconfirmed: ({ isActive, confirmed }) => isActive && confirmed === undefined,
  muted: ({ held }) => isMuted(held),
  unjudged: ({ isUnjudged }) => isUnjudged,
  quiet: ({ isActive, isEnabled }) => !isActive && isEnabled,
  off: ({ isEnabled }) => !isEnabled,
}

/** Returns true if a row matches the filters and contains every word in its name. */
export const isShown = (row: AlertRow, { text = '', site, level, state }: AlertFilters): boolean => {
  const name = row.name.toLowerCase()
  return (
    (state === undefined || fits[state](row)) &&
    (level === undefined || row.logAs === level) &&
    (site === undefined || row.netIds.includes(site)) &&
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.includes(word))
  )
}
