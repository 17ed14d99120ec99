import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import type { ValueRef } from '../values/board.ts'
import { useBoardAnswer, useBoardSource } from '../values/board-context.tsx'

type MissingSource = { kind: 'param' | 'device' | 'net' | 'vis'; id: number } | { kind: 'key'; id: string }

export const missingOf = (ref: ValueRef): MissingSource =>
  'key' in ref ? { kind: 'key', id: ref.key } : { kind: 'param', id: ref.paramId }

/** In place of what a widget cannot show: it was deleted, or the device has no such value, or the answer is still to come. */
export const MissingValue = ({ missing: { kind, id } }: { missing: MissingSource }): ReactNode => {
  const { dashboards } = useTexts()
  const answer = useBoardAnswer()
  const { lookedAt } = useBoardSource()
  if (answer === null) return <Skeleton className="h-7 w-28" />
  const found = answer.missing.find((one) => one.kind === kind && one.id === String(id))
  if (kind === 'key') {
    return (
      <p className="text-sm">
        <StateMark tone="unknown">
          {lookedAt === null ? dashboards.noDevice : dashboards.noSuchValue({ key: id })}
        </StateMark>
      </p>
    )
  }
  // Just added to a draft: the service is being asked about it.
  if (found === undefined) return <Skeleton className="h-7 w-28" />
  return (
    <p className="text-sm">
      <StateMark tone="unknown">{dashboards.gone[kind]({ name: found.name ?? `#${id}` })}</StateMark>
    </p>
  )
}
