import type { AnswerOf } from '../../api/ask.ts'

export type AlertRow = AnswerOf<'alerts', 'states'>[number]

export const shownOptions = ['all', 'active', 'unconfirmed', 'off'] as const
export type Shown = (typeof shownOptions)[number]

/** The worst first. */
const levels: readonly AlertRow['logAs'][] = ['critical', 'failure', 'warning', 'info', 'none']

/** Unconfirmed, active, quiet, switched off. */
const rank = ({ isEnabled, isActive, confirmed }: AlertRow): number => {
  if (!isEnabled) return 3
  if (!isActive) return 2
  return confirmed === undefined ? 0 : 1
}

/** Unconfirmed first; of these the worst first, then the newest. */
export const inOrder = (rows: readonly AlertRow[]): AlertRow[] =>
  rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.isActive
        ? levels.indexOf(a.logAs) - levels.indexOf(b.logAs) || (b.startedOn ?? '').localeCompare(a.startedOn ?? '')
        : 0) ||
      a.name.localeCompare(b.name),
  )

const fits: Readonly<Record<Shown, (row: AlertRow) => boolean>> = {
  all: () => true,
  active: ({ isActive }) => isActive,
  unconfirmed: ({ isActive, confirmed }) => isActive && confirmed === undefined,
  off: ({ isEnabled }) => !isEnabled,
}

/** Whether a row is one of those, and has every word in its name. */
export const isShown = (row: AlertRow, shown: Shown, typed: string): boolean => {
  const name = row.name.toLowerCase()
  return (
    fits[shown](row) &&
    typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.includes(word))
  )
}
