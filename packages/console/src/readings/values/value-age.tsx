import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useServerLost } from '../../data/live/reachability-watch.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { isFresh, type ParamState, qualityOf, type Reading } from './quality.rules.ts'

/** How old a value is: "now" is said of fresh ones alone, of all others the time. */
export const ValueAge = ({ state, reading }: { state: ParamState; reading: Reading }): ReactNode => {
  const { common } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const isLost = useServerLost()
  const { readOn } = state
  if (readOn === undefined) return common.never
  if (!isLost && isFresh(qualityOf(state, reading, now))) return <Ago iso={readOn} />
  return (
    <time dateTime={readOn} title={exact(readOn)} className="text-quiet">
      {moment(readOn, now)}
    </time>
  )
}
