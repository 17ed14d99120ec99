import type { ReactNode } from 'react'
import { rangeOfSearch, searchOfRange } from '../../charts/search.rules.ts'
import { TimePicker } from '../../charts/time/time-picker.tsx'
import { useZone } from '../../charts/time/use-zone.ts'
import { useNow } from '../../format/use-now.ts'
import type { BoardTime } from './board-search.rules.ts'

interface BoardTimePickerProps {
  time: BoardTime
  onChange: (next: { [K in keyof BoardTime]?: BoardTime[K] | undefined }) => void
}

const noTime = { span: undefined, from: undefined, till: undefined }

/** What part of time all charts of a board show. */
export const BoardTimePicker = ({ time, onChange }: BoardTimePickerProps): ReactNode => {
  const now = useNow()
  const { zone, zones } = useZone(time.zone)
  return (
    <TimePicker
      range={rangeOfSearch(time, now, zone)}
      now={now}
      search={time}
      zones={zones}
      onRange={(range) => onChange({ ...noTime, ...searchOfRange(range) })}
      onSpan={(span) => onChange({ ...noTime, span })}
      onZone={(name) => onChange({ zone: name === 'mine' ? undefined : name })}
    />
  )
}
