import { RectangleEllipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat, useLocale } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import type { BoardHistory, WidgetOf } from '../values/board.ts'
import { useBoardAnswer, useBoardSource, useBoardValue } from '../values/board-context.tsx'
import { defineWidget } from './define-widget.ts'
import { MissingValue, missingOf, useDeviceText, WidgetFrame } from './widget-frame.tsx'

type Settings = WidgetOf<'timeline'>['settings']
type StateSource = Extract<Settings['source'], { kind: 'states' }>
type DeviceSource = Extract<Settings['source'], { kind: 'availability' }>
type Timeline = BoardHistory['timelines'][string]

/** How a state looks in the strip: normal is pale, so that one bad bar is seen among fifty. */
const stripClasses = {
  on: 'bg-ok opacity-45',
  off: 'bg-pressed',
  warning: 'bg-warning',
  critical: 'bg-critical',
  failed: 'bg-unknown',
  none: 'border-b-2 border-line-strong',
} as const
type StripState = keyof typeof stripClasses

const TimelineWidget = ({ widget }: { widget: WidgetOf<'timeline'> }): ReactNode => {
  const { source } = widget.settings
  return source.kind === 'states' ? (
    <StatesTimeline widget={widget} source={source} />
  ) : (
    <DeviceTimeline widget={widget} source={source} />
  )
}

/** The states of a value, with the part of time that counts as uptime. */
const StatesTimeline = ({ widget, source }: { widget: WidgetOf<'timeline'>; source: StateSource }): ReactNode => {
  const { dashboards } = useTexts()
  const one = useBoardValue(source.value)
  const deviceText = useDeviceText()
  const tones = new Map(source.states.map(({ value, tone }) => [value, tone]))
  const name = (state: string): string => one?.param.states?.[state] ?? state
  const stripStateOf = (state: string): StripState => tones.get(state) ?? 'off'
  const onState = source.states.find(({ tone }) => tone === 'on')?.value
  const title = widget.title || (one === undefined ? dashboards.kinds.timeline : one.param.name)
  return (
    <WidgetFrame
      title={title}
      deviceLabel={widget.title === '' && one !== undefined ? deviceText(one) : undefined}
      href={one === undefined ? undefined : `/params/${one.param.paramId}`}
      aside={<span className="text-faint">{dashboards.days({ count: widget.settings.days })}</span>}
    >
      {one === undefined ? (
        <MissingValue missing={missingOf(source.value)} />
      ) : (
        <Strip
          widget={widget}
          title={title}
          words={dashboards.uptime}
          stripStateOf={stripStateOf}
          nameOf={name}
          onState={onState}
        />
      )}
    </WidgetFrame>
  )
}

/** Availability of a device over time. */
const DeviceTimeline = ({ widget, source }: { widget: WidgetOf<'timeline'>; source: DeviceSource }): ReactNode => {
  const { dashboards } = useTexts()
  const { values, lookedAt } = useBoardSource()
  const answer = useBoardAnswer()
  const deviceId = 'deviceId' in source.device ? source.device.deviceId : lookedAt
  const device = deviceId === null ? undefined : values.device(deviceId)
  const names = dashboards.availability
  const nameOf = (state: string): string => (state === 'read' || state === 'part' ? names[state] : names.failed)
  const stripStateOf = (state: string): StripState =>
    state === 'read' ? 'on' : state === 'part' ? 'warning' : 'failed'
  const isMissing = answer === null || device === undefined
  return (
    <WidgetFrame
      title={widget.title || (device === undefined ? dashboards.kinds.timeline : device.name)}
      deviceLabel={widget.title === '' ? device?.netName : undefined}
      href={device === undefined ? undefined : `/devices/${device.deviceId}`}
      aside={<span className="text-faint">{dashboards.days({ count: widget.settings.days })}</span>}
    >
      {isMissing ? (
        <MissingValue missing={deviceId === null ? { kind: 'key', id: '' } : { kind: 'device', id: deviceId }} />
      ) : (
        <Strip
          widget={widget}
          title={device.name}
          words={dashboards.wasRead}
          stripStateOf={stripStateOf}
          nameOf={nameOf}
        />
      )}
    </WidgetFrame>
  )
}

interface StripProps {
  widget: WidgetOf<'timeline'>
  title: string
  /** Name of the share. */
  words: string
  stripStateOf: (state: string) => StripState
  nameOf: (state: string) => string
  /** The state that counts as uptime, where there is one: of a step that was partly so, that part is drawn. */
  onState?: string | undefined
}

const Strip = ({ widget, title, words, stripStateOf, nameOf, onState }: StripProps): ReactNode => {
  const { dashboards } = useTexts()
  const { time, percent } = useFormat()
  const { locale, clock } = useLocale()
  const timeZone = useOwnZone()
  const { history } = useBoardSource()
  const timeline: Timeline | undefined = history?.timelines[widget.id]
  if (timeline === undefined) return <ListSkeleton />
  const { share, steps } = timeline
  const partOn = ({ state, onShare = 0 }: Timeline['steps'][number]): number =>
    onState !== undefined && state !== null && stripStateOf(state) === 'off' ? onShare : 0
  const stateText = (step: Timeline['steps'][number]): string => {
    if (step.state === null) return dashboards.noData
    const part = partOn(step)
    return part > 0 && onState !== undefined ? `${nameOf(onState)} ${percent(part)}` : nameOf(step.state)
  }
  const known = [
    ...new Set([
      ...(onState !== undefined && steps.some((step) => partOn(step) > 0) ? [onState] : []),
      ...steps.flatMap(({ state }) => state ?? []),
    ]),
  ]
  const day = new Intl.DateTimeFormat(
    locale,
    widget.settings.days > 1 ? { weekday: 'short', day: 'numeric', timeZone } : { ...clock, timeZone },
  )
  const marks = [0, 1, 2, 3].map((at) => steps[Math.floor((at * (steps.length - 1)) / 3)])
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-2xl font-medium tracking-tight">{share === null ? '—' : percent(share, 1)}</span>
        <span className="text-xs text-faint">{share === null ? dashboards.noData : words}</span>
      </p>
      <div role="img" aria-label={dashboards.stripOf({ name: title })} className="flex h-5 gap-px">
        {steps.map((step) => (
          <span
            key={step.from}
            title={`${time(step.from)}: ${stateText(step)}`}
            className={`relative min-w-px flex-1 overflow-clip rounded-[2px] ${stripClasses[step.state === null ? 'none' : stripStateOf(step.state)]}`}
          >
            {partOn(step) > 0 && (
              <span
                className={`absolute inset-x-0 bottom-0 ${stripClasses.on}`}
                style={{ height: `${partOn(step) * 100}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <p className="flex justify-between text-2xs text-faint" aria-hidden="true">
        {marks.map((mark) => mark && <span key={mark.from}>{day.format(new Date(mark.from))}</span>)}
      </p>
      <ul className="mt-auto flex flex-wrap gap-x-3.5 gap-y-0.5 text-xs text-quiet">
        {known.map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <span
              className={`size-2.5 shrink-0 rounded-[2px] ${stripClasses[stripStateOf(state)]}`}
              aria-hidden="true"
            />
            {nameOf(state)}
          </li>
        ))}
        {steps.some(({ state }) => state === null) && (
          <li className="flex items-center gap-1.5">
            <span className={`size-2.5 shrink-0 rounded-[2px] ${stripClasses.none}`} aria-hidden="true" />
            {dashboards.noData}
          </li>
        )}
      </ul>
    </div>
  )
}

export type TimelineSource = WidgetOf<'timeline'>['settings']['source']

export const timeline = defineWidget({
  kind: 'timeline',
  icon: RectangleEllipsis,
  size: { width: 4, height: 4 },
  phoneClass: 'max-md:col-span-2 max-md:min-h-40',
  needs: 'value',
  initial: (value) => ({ source: { kind: 'states', value, states: [{ value: '1', tone: 'on' }] }, days: 7 }),
  firstValue: ({ source }) => (source.kind === 'states' ? source.value : null),
  isNamedByValue: true,
  fields: [{ type: 'source' }],
  look: [
    { type: 'number', key: 'days', label: ({ dashboards }) => dashboards.dayCount, min: 1, max: 31, isWhole: true },
  ],
  draw: TimelineWidget,
})
