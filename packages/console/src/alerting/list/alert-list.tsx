import { Menu } from '@base-ui/react/menu'
import { fill } from '@busbar/ui/messages'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { AgedValue } from '../../readings/values/value-quality.tsx'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { itemClass, popupClass, signClass } from '../../ui/actions/menu-class.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark, StateShape, type Tone } from '../../ui/feedback/state-mark.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { isMuted } from '../mute.rules.ts'
import { useMuting } from '../quick-mute.tsx'
import { type StripState, stripOf } from '../strip.rules.ts'
import { Strip } from '../strip.tsx'
import type { AlertRow } from './order.rules.ts'
import type { RecentAlert } from './use-recent.ts'

interface RowMenuProps {
  /** Name of the row for screen readers. */
  label: string
  items: readonly { text: string; onSelect: () => void }[]
}

/** Menu with further actions of a row. */
const RowMenu = ({ label, items }: RowMenuProps): ReactNode =>
  items.length > 0 && (
    <Menu.Root>
      <Menu.Trigger className={`${signClass} print:hidden`} aria-label={label}>
        <Ellipsis className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} align="end" className="z-40">
          <Menu.Popup className={`min-w-44 ${popupClass}`}>
            {items.map(({ text, onSelect }) => (
              <Menu.Item key={text} className={itemClass} onClick={onSelect}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )

const hourMs = 3_600_000
/** Length of a bar: the last two days have 24 bars. */
const barMs = 2 * hourMs
const bars = 24

export interface AlertListProps {
  label: string
  rows: readonly AlertRow[]
  /** Undefined until it is known. */
  recent: ReadonlyMap<number, RecentAlert> | undefined
  /** Before the mark of a row. */
  before?: (row: AlertRow) => ReactNode
}

/** Alerts with what they look at, their last two days, and how they stand. */
export const AlertList = ({ label, rows, recent, before }: AlertListProps): ReactNode => (
  <ul aria-label={label}>
    {rows.map((row) => (
      <AlertLine
        key={row.id}
        alert={row}
        recent={recent?.get(row.id)}
        isLoading={recent === undefined}
        before={before}
      />
    ))}
  </ul>
)

interface AlertLineProps {
  alert: AlertRow
  recent: RecentAlert | undefined
  isLoading: boolean
  before: AlertListProps['before']
}

const toneOf = ({ isEnabled, held, isActive, isUnjudged, logAs }: AlertRow): Tone => {
  if (!isEnabled || isMuted(held)) return 'muted'
  if (isUnjudged) return 'unknown'
  return isActive ? alertTone(logAs) : 'ok'
}

const AlertLine = ({ alert, recent, isLoading, before }: AlertLineProps): ReactNode => {
  const { alerts } = useTexts()
  const { id, name, logAs } = alert
  const [looked] = recent?.conditions ?? []
  const isOff = toneOf(alert) === 'muted'
  return (
    <li
      className={`grid min-h-13 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-b-0 md:grid-cols-[auto_minmax(0,2fr)_minmax(0,1.5fr)_9.5rem_minmax(0,1.2fr)_2rem] ${isOff ? 'text-quiet' : ''}`}
    >
      <span className="flex items-center gap-3">
        {before?.(alert)}
        <StateShape tone={toneOf(alert)} className="size-3" />
      </span>
      <div className="min-w-0">
        <RowLink href={`/alerts/${id}`}>{name}</RowLink>
        <p className="text-xs break-words text-quiet">
          <span className="sr-only">{alerts.levels[logAs]}, </span>
          <AlertLocation recent={recent} isLoading={isLoading} />
        </p>
      </div>
      <div className="min-w-0 max-md:hidden">
        {looked !== undefined && (
          <>
            <ConditionValue condition={looked} />{' '}
            <span className="text-faint">
              <Limit condition={looked} isBeginning />
            </span>
          </>
        )}
      </div>
      <div className="max-md:hidden">
        {isLoading ? <Skeleton className="w-full" /> : <LastHours alert={alert} recent={recent} />}
      </div>
      <div className="min-w-0 break-words text-quiet max-md:order-last max-md:col-span-2 max-md:col-start-2 max-md:text-xs">
        {looked !== undefined && (
          <span className="mr-2 md:hidden">
            <ConditionValue condition={looked} />
          </span>
        )}
        <AlertStatus alert={alert} />
      </div>
      <LineMenu alert={alert} />
    </li>
  )
}

const LastHours = ({ alert, recent }: { alert: AlertRow; recent: RecentAlert | undefined }): ReactNode => {
  const { alerts } = useTexts()
  const { moment } = useFormat()
  const now = Math.ceil(useNow() / 60_000) * 60_000
  const occurrences = recent?.occurrences ?? []
  const isLogged = alert.logAs !== 'none'
  const createdOn = recent?.createdOn
  const knownFrom = isLogged && createdOn !== undefined ? Date.parse(createdOn) : null
  const unknownText = isLogged ? alerts.notCreatedYet : alerts.levels.none
  const states: Record<StripState, { tone: Tone; text: string }> = {
    active: { tone: alertTone(alert.logAs), text: alerts.active },
    normal: alert.isEnabled ? { tone: 'ok', text: alerts.quiet } : { tone: 'muted', text: alerts.off },
    unknown: { tone: 'unknown', text: unknownText },
  }
  const since =
    knownFrom === null || knownFrom <= now - bars * barMs
      ? ''
      : `, ${alerts.createdOn({ time: moment(createdOn ?? '', now) })}`
  return (
    <Strip
      label={isLogged ? `${alerts.lastHours({ count: occurrences.length })}${since}` : alerts.levels.none}
      bars={stripOf(occurrences, { knownFrom, now, count: bars, barMs }).map((state, place) => {
        const { tone, text } = states[state]
        return { tone, text: `${moment(new Date(now - (bars - place) * barMs).toISOString(), now)}: ${text}` }
      })}
    />
  )
}

/** In words: muted until when and by whom, off since when, active for how long, or when it last began. */
const AlertStatus = ({ alert }: { alert: AlertRow }): ReactNode => {
  const { alerts, holds } = useTexts()
  const { moment, span } = useFormat()
  const now = useNow()
  const { isEnabled, isActive, held, offSince, startedOn, confirmed, logAs, isUnjudged } = alert
  if (!isEnabled)
    return (
      <StateMark tone="muted">
        {offSince === undefined ? alerts.off : alerts.offSince({ time: moment(offSince, now) })}
      </StateMark>
    )
  if (held !== undefined && isMuted(held)) {
    const parts = [
      held.name ?? holds.why[held.why],
      ...(held.till === undefined ? [] : [holds.till({ time: moment(held.till, now) })]),
      ...(held.by === undefined ? [] : [holds.by({ who: held.by })]),
    ]
    return <StateMark tone="muted">{parts.join(', ')}</StateMark>
  }
  if (isUnjudged) return <StateMark tone="unknown">{alerts.unjudged}</StateMark>
  if (isActive && startedOn !== undefined) {
    const word = confirmed === undefined ? alerts.active : alerts.activeConfirmed
    return (
      <StateMark
        tone={alertTone(logAs)}
      >{`${word}, ${alerts.lasting({ span: span(Math.max(0, now - Date.parse(startedOn))) })}`}</StateMark>
    )
  }
  return startedOn === undefined ? alerts.neverBegan : alerts.lastTime({ time: moment(startedOn, now) })
}

const LineMenu = ({ alert: { id, name, isEnabled, held } }: { alert: AlertRow }): ReactNode => {
  const { alerts, alertForm, holds } = useTexts()
  const isManager = useHasRole('manager')
  const { mute, unmute } = useMuting(id)
  const { mutate } = useAction('alerts', 'changeDisable', [['alerts'], ['alertTemplates']])
  const muting =
    held?.why === 'mute'
      ? [{ text: holds.unmute, onSelect: unmute }]
      : (['hour', 'tomorrow'] as const).map((time) => ({ text: holds.quickMute[time], onSelect: () => mute(time) }))
  const items = [
    ...(isEnabled ? muting : []),
    {
      text: isEnabled ? alertForm.switchOff : alertForm.switchOn,
      onSelect: () => mutate({ alertId: id, enabled: !isEnabled }),
    },
  ]
  return <RowMenu label={alerts.moreOf({ name })} items={isManager ? items : []} />
}

type WatchedCondition = RecentAlert['conditions'][number]

/** Links to the object of an alert; repeated names include device and network. */
export const AlertLocation = ({
  recent,
  isLoading,
}: {
  recent: RecentAlert | undefined
  isLoading: boolean
}): ReactNode => {
  const { alerts } = useTexts()
  if (isLoading) return <Skeleton className="w-32" />
  const [first] = recent?.conditions ?? []
  if (recent === undefined || first === undefined) return alerts.noConditions
  const more = recent.conditionCount - 1
  return [first.netName, first.deviceName, ...(more > 0 ? [alerts.moreConditions({ count: more })] : [])].join(' · ')
}

const limitText = ({ alertForm }: Texts, { kind, limit }: WatchedCondition, span: (ms: number) => string): string =>
  fill(alertForm.says[kind], { value: kind === 'no-data' ? span(Number(limit) * 1000) : limit })

/** Shows the condition of an alert, or the one that fired it. */
export const Limit = ({ condition, isBeginning }: { condition: WatchedCondition; isBeginning: boolean }): ReactNode => {
  const texts = useTexts()
  const { span } = useFormat()
  const text = limitText(texts, condition, span)
  return isBeginning ? texts.alerts.begins({ limit: text }) : text
}

interface ConditionValueProps {
  condition: WatchedCondition
  /** The colour of its state, where it has one. */
  className?: string
  size?: 'row' | 'card'
}

/** The last value of what an alert looks at; a word where there is none. */
export const ConditionValue = ({ condition, className = '', size = 'row' }: ConditionValueProps): ReactNode => {
  const { alerts } = useTexts()
  const { value, error, kind, isTriggered, updatePeriodSec } = condition
  const isSilent = isTriggered && (kind === 'no-data' || kind === 'reading-error')
  if (isSilent)
    return <span className={`font-medium text-unknown-text ${size === 'card' ? 'text-lg' : ''}`}>{alerts.silent}</span>
  if (value === undefined) return '—'
  const state = { readOn: value.readOn, ...(error && { error }) } as Parameters<typeof AgedValue>[0]['state']
  return (
    <AgedValue state={state} reading={{ isTracked: true, device: undefined, updatePeriodSec }} className={className}>
      <span className={size === 'card' ? 'text-lg' : ''}>
        <Value text={value.text} />
      </span>
    </AgedValue>
  )
}
