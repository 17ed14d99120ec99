import type { AnswerOf } from '../../data/api/api-query.ts'
import { levels } from '../../ui/feedback/alert-tone.ts'

export type Alarm = Pick<
  AnswerOf<'alerts', 'states'>[number],
  'id' | 'name' | 'logAs' | 'isActive' | 'startedOn' | 'confirmed' | 'netIds'
>

/** Active alerts that look at these networks: unconfirmed ones first, then the worst, then the latest. */
export const alarmsOf = <T extends Alarm>(all: readonly T[], netIds: ReadonlySet<number>): T[] =>
  all
    .filter((alert) => alert.isActive && alert.netIds.some((id) => netIds.has(id)))
    .toSorted(
      (a, b) =>
        Number(a.confirmed !== undefined) - Number(b.confirmed !== undefined) ||
        levels.indexOf(b.logAs) - levels.indexOf(a.logAs) ||
        (b.startedOn ?? '').localeCompare(a.startedOn ?? ''),
    )
