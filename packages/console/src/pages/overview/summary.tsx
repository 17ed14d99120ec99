import type { ReactNode } from 'react'
import { worstTone } from '../../alerts/alert-tone.ts'
import type { AnswerOf } from '../../api/ask.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { type DeviceRow, isTrouble, tones } from './health.rules.ts'
import type { NetRow } from './use-overview.ts'

interface SummaryProps {
  nets: readonly NetRow[]
  devices: readonly DeviceRow[]
  /** Undefined until they are known. */
  alerts: AnswerOf<'alerts', 'states'> | undefined
}

/** The three sentences that an operator wants first. */
export const Summary = ({ nets, devices, alerts }: SummaryProps): ReactNode => {
  const { overview } = useTexts()
  const { number } = useFormat()
  const connected = nets.filter(({ status }) => status?.connected === true).length
  const trouble = devices.filter(isTrouble).length
  const read = devices.filter(({ health }) => tones[health] === 'ok').length
  const isKnown = nets.every(({ status, statistics }) => status !== undefined && statistics !== undefined)
  const unconfirmed = alerts?.filter(({ confirmed }) => confirmed === undefined).length ?? 0
  return (
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
      <Figure tone={isKnown ? (connected < nets.length ? 'unknown' : 'ok') : null} title={overview.networks}>
        {overview.connectedOf(number(connected), number(nets.length))}
      </Figure>
      <Figure tone={isKnown ? (trouble > 0 ? 'warning' : 'ok') : null} title={overview.devices}>
        {trouble > 0 ? overview.inTrouble(trouble) : overview.readOf(number(read), number(devices.length))}
      </Figure>
      <Figure tone={alerts === undefined ? null : worstTone(alerts.map(({ logAs }) => logAs))} title={overview.alerts}>
        {alerts?.length ? `${number(alerts.length)}, ${overview.unconfirmed(unconfirmed)}` : overview.allCalm}
      </Figure>
    </ul>
  )
}

interface FigureProps {
  /** Null until it is known. */
  tone: Tone | null
  title: string
  children: ReactNode
}

const Figure = ({ tone, title, children }: FigureProps): ReactNode => (
  <li className="flex flex-col gap-1 bg-surface px-4 py-3">
    <span className="text-sm text-quiet">{title}</span>
    <span className="text-lg font-semibold">
      {tone === null ? <Skeleton className="w-32" /> : <StateMark tone={tone}>{children}</StateMark>}
    </span>
  </li>
)
