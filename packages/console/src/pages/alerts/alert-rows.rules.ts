import { isMuted } from '../../alerts/is-muted.ts'
import type { AnswerOf } from '../../api/ask.ts'
import { type AlertFilters, levelNames } from './filters.rules.ts'

export type AlertRow = AnswerOf<'alerts', 'states'>[number]

/** Unconfirmed, confirmed, muted, quiet, switched off. */
const rank = ({ isEnabled, isActive, confirmed, held }: AlertRow): number => {
  if (!isEnabled) return 4
  if (!isActive) return 3
  if (isMuted(held)) return 2
  return confirmed === undefined ? 0 : 1
}

/** Unconfirmed first; of these the worst first, then the newest. */
export const inOrder = (rows: readonly AlertRow[]): AlertRow[] =>
  rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.isActive
        ? levelNames.indexOf(a.logAs) - levelNames.indexOf(b.logAs) ||
          (b.startedOn ?? '').localeCompare(a.startedOn ?? '')
        : 0) ||
      a.name.localeCompare(b.name),
  )

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
