import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useServerLost } from '../../data/live/reachability-watch.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { isFresh, type ParamState, qualityOf, type Reading } from './quality.rules.ts'

export interface AgedValueProps {
  state: Pick<ParamState, 'readOn' | 'error'>
  reading: Reading
  className?: string
  children: ReactNode
}

/** A value: as it is while it is fresh, else dimmed and with the time it is of. Nothing else shows values as the present. */
export const AgedValue = ({ state, reading, className = '', children }: AgedValueProps): ReactNode => {
  const { trouble } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const { readOn } = state
  const isLost = useServerLost()
  const isNow = readOn !== undefined && !isLost && isFresh(qualityOf(state, reading, now))
  return (
    <span className="whitespace-normal" data-freshness={readOn === undefined ? 'none' : isNow ? 'fresh' : 'old'}>
      <span className={`${className} ${isNow ? '' : 'text-quiet'}`}>{children}</span>
      {readOn !== undefined && !isNow && (
        <time dateTime={readOn} title={exact(readOn)} className="block text-xs leading-tight text-quiet">
          {trouble.asOf({ when: moment(readOn, now) })}
        </time>
      )}
    </span>
  )
}
