import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'

export type AlertHold = NonNullable<AnswerOf<'alerts', 'states'>[number]['held']>

/** Why messages about an alert wait, until when, and what people said about it. */
export const HeldBack = ({ held: { why, till, name, reason, by } }: { held: AlertHold }): ReactNode => {
  const { holds } = useTexts()
  const { time } = useFormat()
  const named = name === undefined ? holds.why[why] : `${holds.why[why]} “${name}”`
  const parts = [named, ...(by === undefined ? [] : [holds.by({ who: by })])]
  return (
    <span className="break-words">
      {parts.join(', ')}
      {till !== undefined && (
        <>
          , <time dateTime={till}>{holds.till({ time: time(till) })}</time>
        </>
      )}
      {reason !== undefined && <q className="ml-2">{reason}</q>}
    </span>
  )
}
