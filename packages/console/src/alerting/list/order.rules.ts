import type { AnswerOf } from '../../data/api/api-query.ts'
import { compareNames } from '../../data/format/compare-names.ts'
import { levels } from '../../ui/feedback/alert-tone.ts'
import { isMuted } from '../mute.rules.ts'

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
        ? levels.indexOf(b.logAs) - levels.indexOf(a.logAs) || (b.startedOn ?? '').localeCompare(a.startedOn ?? '')
        : 0) ||
      compareNames(a.name, b.name),
  )
