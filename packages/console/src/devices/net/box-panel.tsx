import { textFor } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { bytesOf } from '../../data/format/bytes-text.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { type GatewayReport, isClockOff } from './net.rules.ts'

const minuteMs = 60_000

/** The box itself: card, clock, supply, how long it runs and why it last started. */
export const BoxPanel = ({
  report,
  clockOffSec,
}: {
  report: GatewayReport
  clockOffSec: number | undefined
}): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { number, percent, span } = useFormat()
  const { misc, statistics, settings } = report
  const minutes = (count: number | undefined): string => (count === undefined ? '—' : span(count * minuteMs))
  const measured = (value: string | null | undefined, unit: string): string =>
    value === null || value === undefined ? words.notMeasured : number(value, unit)
  const [cause] = misc?.resetFlags ?? []
  return (
    <Panel title={words.box}>
      <Facts
        facts={[
          [words.card, <Card key="card" card={report.memCard} />],
          ...(report.tasks === undefined ? [] : [[words.tasks, <Tasks key="tasks" tasks={report.tasks} />] as const]),
          ...(report.bus === undefined || report.bus.disturbances.length === 0
            ? []
            : [[words.line, <Disturbances key="bus" bus={report.bus} />] as const]),
          [words.clock, <Clock key="clock" offSec={clockOffSec} />],
          [words.supply, measured(misc?.voltage, 'V')],
          [words.inside, measured(misc?.temperature, '°C')],
          [words.busLoad, statistics === undefined ? '—' : percent(statistics.serialAvgPerSecLoad / 100)],
          [words.runsFor, minutes(statistics?.runTimeMin)],
          [words.inAll, minutes(statistics?.totalRunTimeMin)],
          [words.cause, cause === undefined ? '—' : textFor(words.causes, cause)],
          [
            words.settings,
            settings === undefined ? '—' : settings.isUserModified ? words.settingsWait : words.settingsActive,
          ],
          ...(statistics?.wrongLogins === undefined
            ? []
            : [[words.wrongLogins, number(statistics.wrongLogins)] as const]),
        ]}
      />
      {settings?.notKept !== undefined && (
        <div className="px-4 pb-4">
          <Notice tone="critical">{words.notKept({ problem: settings.notKept })}</Notice>
        </div>
      )}
    </Panel>
  )
}

const Tasks = ({ tasks }: { tasks: NonNullable<GatewayReport['tasks']> }): ReactNode => {
  const { gatewayState: words } = useTexts()
  if (tasks.failed > 0)
    return <StateMark tone="warning">{words.tasksFailed({ failed: tasks.failed, all: tasks.running })}</StateMark>
  if (tasks.missedRuns > 0)
    return <StateMark tone="warning">{words.tasksMissed({ count: tasks.missedRuns })}</StateMark>
  return <StateMark tone={tasks.running > 0 ? 'ok' : 'muted'}>{words.tasksRunning({ count: tasks.running })}</StateMark>
}

const Disturbances = ({ bus }: { bus: NonNullable<GatewayReport['bus']> }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const ofCause = (cause: keyof typeof words.disturbed): string[] => {
    const uids = bus.disturbances.filter((one) => one.cause === cause).map(({ uid }) => uid)
    return uids.length === 0 ? [] : [words.disturbed[cause]({ units: uids.join(', ') })]
  }
  return <StateMark tone="warning">{[...ofCause('ForeignTraffic'), ...ofCause('DuplicateUnit')].join(' ')}</StateMark>
}

const Card = ({ card }: { card: GatewayReport['memCard'] }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { number } = useFormat()
  if (card === undefined) return '—'
  if (!card.isMounted) return <StateMark tone="muted">{card.isInserted ? words.cardOut : words.noCard}</StateMark>
  const size = (kb: number | null): string => {
    const { value, unit } = bytesOf((kb ?? 0) * 1024)
    return number(value, unit)
  }
  return <StateMark tone="ok">{words.free({ free: size(card.freeKb), all: size(card.capacityKb) })}</StateMark>
}

const Clock = ({ offSec }: { offSec: number | undefined }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { span } = useFormat()
  if (offSec === undefined) return '—'
  if (!isClockOff(offSec)) return <StateMark tone="ok">{words.clockRight}</StateMark>
  const by = span(Math.abs(offSec) * 1000)
  return (
    <StateMark tone="warning">
      {offSec > 0 ? words.clockAhead({ time: by }) : words.clockBehind({ time: by })}
    </StateMark>
  )
}
