import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'

type PlannedChange = AnswerOf<'bulk', 'changeDevices'>['devices'][number]

/** So many are listed; that others follow is said. */
const shownMax = 100

/** What would change of each device, from what to what. */
export const ChangeList = ({ devices }: { devices: readonly PlannedChange[] }): ReactNode => {
  const { many } = useTexts()
  if (devices.length === 0) return <p>{many.nothing}</p>
  return (
    <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto" aria-label={many.look}>
      {devices.slice(0, shownMax).map((device) => (
        <li key={device.deviceId} className="border-b border-line pb-2 last:border-b-0">
          <span className="font-medium break-words">{device.name}</span>
          <Differences device={device} />
          {device.warnings.map((warning) => (
            <span key={warning} className="block text-xs">
              <StateMark tone="warning">{many.warnings[warning]}</StateMark>
            </span>
          ))}
        </li>
      ))}
      {devices.length > shownMax && <li className="text-quiet">+ {devices.length - shownMax}</li>}
    </ul>
  )
}

const Differences = ({ device: { before, after } }: { device: PlannedChange }): ReactNode => {
  const { many } = useTexts()
  const shown = (value: string | number | boolean | undefined): string =>
    typeof value === 'boolean' ? (value ? many.readingOn : many.readingOff) : String(value ?? '—')
  const names = (Object.keys(many.fields) as (keyof typeof many.fields)[]).filter((name) => name in after)
  return names.map((name) => (
    <span key={name} className="flex flex-wrap items-center gap-x-1.5 text-xs text-quiet">
      {many.fields[name]}: {shown(before[name])}
      <ArrowRight className="size-3" strokeWidth={1.75} aria-label="→" />
      <span className="font-medium text-ink">{shown(after[name])}</span>
    </span>
  ))
}
