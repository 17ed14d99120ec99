import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { type DeviceRow, isTrouble, tones } from './health.rules.ts'
import type { NetRow } from './use-overview.ts'

interface SummaryProps {
  nets: readonly NetRow[]
  devices: readonly DeviceRow[]
  alerts: AnswerOf<'alerts', 'states'>
}

/** The three sentences that an operator wants first. */
export const Summary = ({ nets, devices, alerts }: SummaryProps): ReactNode => {
  const { overview } = useTexts()
  const { number } = useFormat()
  const connected = nets.filter(({ status }) => status?.connected === true).length
  const trouble = devices.filter(isTrouble).length
  const read = devices.filter(({ health }) => tones[health] === 'ok').length
  const unconfirmed = alerts.filter(({ confirmed }) => confirmed === undefined).length
  return (
    <ul className="grid gap-px overflow-hidden rounded-part border border-line bg-line sm:grid-cols-3">
      <Figure tone={connected < nets.length ? 'fault' : 'ok'} title={overview.networks}>
        {overview.connectedOf(number(connected), number(nets.length))}
      </Figure>
      <Figure tone={trouble > 0 ? 'warn' : 'ok'} title={overview.devices}>
        {trouble > 0 ? overview.inTrouble(trouble) : overview.readOf(number(read), number(devices.length))}
      </Figure>
      <Figure tone={unconfirmed > 0 ? 'fault' : alerts.length > 0 ? 'warn' : 'ok'} title={overview.alerts}>
        {alerts.length === 0 ? overview.allCalm : `${number(alerts.length)}, ${overview.unconfirmed(unconfirmed)}`}
      </Figure>
    </ul>
  )
}

const Figure = ({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }): ReactNode => (
  <li className="flex flex-col gap-1 bg-surface px-4 py-3">
    <span className="text-sm text-quiet">{title}</span>
    <span className="text-lg font-semibold">
      <StateMark tone={tone}>{children}</StateMark>
    </span>
  </li>
)
