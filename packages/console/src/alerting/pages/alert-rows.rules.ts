import { isMuted } from '../is-muted.ts'
import type { AlertRow } from '../list/order.rules.ts'
import type { AlertFilters } from './filters.rules.ts'

const fits: Readonly<Record<NonNullable<AlertFilters['state']>, (row: AlertRow) => boolean>> = {
  active: ({ isActive }) => isActive,
  unconfirmed: ({ isActive, confirmed }) => isActive && confirmed === undefined,
  muted: ({ held }) => isMuted(held),
  unjudged: ({ isUnjudged }) => isUnjudged,
  quiet: ({ isActive, isEnabled }) => !isActive && isEnabled,
  off: ({ isEnabled }) => !isEnabled,
}

/** Whether a row is what the filters ask for, and has every word in its name. */
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
