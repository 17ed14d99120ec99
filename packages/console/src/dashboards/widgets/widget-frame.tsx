import { type ReactNode, useId } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { Since } from '../../devices/device-state.tsx'
import { isFresh, qualityOf, type Reading } from '../../readings/values/quality.rules.ts'
import { AgedValue, ValueQuality } from '../../readings/values/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import type { ValueRef } from '../values/board.ts'
import { useBoardAnswer, useBoardSource } from '../values/board-context.tsx'
import type { BoardValue } from '../values/board-values.ts'
import { boardValueParts } from '../values/value-text.ts'

const tones = {
  normal: { box: 'border-line', head: 'text-quiet' },
  warning: { box: 'border-warning-line', head: 'bg-warning-soft text-warning-text' },
  critical: { box: 'border-critical-line', head: 'bg-critical-soft text-critical-text' },
} as const
export type FrameTone = keyof typeof tones

export interface WidgetFrameProps {
  title: string
  /** Which device it is of, where that is not clear. */
  deviceLabel?: string | undefined
  /** Target of the title link. */
  href?: string | undefined
  /** At the right of the title. */
  aside?: ReactNode
  tone?: FrameTone
  children: ReactNode
}

/** Frame of every widget with title and content. An abnormal widget has a coloured border and background. */
export const WidgetFrame = ({
  title,
  deviceLabel,
  href,
  aside,
  tone = 'normal',
  children,
}: WidgetFrameProps): ReactNode => {
  const id = useId()
  const { hasLinks } = useBoardSource()
  const { box, head } = tones[tone]
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`@container flex h-full min-h-0 min-w-0 flex-col overflow-clip rounded-card border bg-surface ${box}`}
    >
      <header className={`flex min-h-9.5 shrink-0 items-center justify-between gap-3 px-3.5 py-1.5 text-sm ${head}`}>
        <h2 id={id} className="min-w-0 font-medium">
          {href !== undefined && hasLinks ? (
            <RowLink href={href}>{title}</RowLink>
          ) : (
            <span className="block truncate" title={title}>
              {title}
            </span>
          )}
          {deviceLabel !== undefined && (
            <span className="block truncate text-xs font-normal text-faint">{deviceLabel}</span>
          )}
        </h2>
        {aside !== undefined && <span className="shrink-0 text-xs">{aside}</span>}
      </header>
      <div className="flex min-h-0 flex-1 flex-col px-3.5 pb-3">{children}</div>
    </div>
  )
}

/** Returns the device of a value if the dashboard shows several, with the network if device names repeat. */
export const useDeviceText = (): ((one: BoardValue) => string | undefined) => {
  const { devices } = useBoardSource().values
  return ({ device }) => {
    const others = devices.filter((one) => one.deviceId !== device?.deviceId)
    if (device === undefined || others.length === 0) return undefined
    return others.some(({ name }) => name === device.name) ? `${device.name} · ${device.netName}` : device.name
  }
}

type MissingSource = { kind: 'param' | 'device' | 'net' | 'vis'; id: number } | { kind: 'key'; id: string }

export const missingOf = (ref: ValueRef): MissingSource =>
  'key' in ref ? { kind: 'key', id: ref.key } : { kind: 'param', id: ref.paramId }

/**
 * Placeholder of a widget without data: the object was deleted, the device has no such value, or the answer is pending.
 */
export const MissingValue = ({ missing: { kind, id } }: { missing: MissingSource }): ReactNode => {
  const { dashboards } = useTexts()
  const answer = useBoardAnswer()
  const { lookedAt } = useBoardSource()
  if (answer === null) return <Skeleton className="h-7 w-28" />
  const found = answer.missing.find((one) => one.kind === kind && one.id === String(id))
  if (kind === 'key') {
    return (
      <p className="text-sm">
        <StateMark tone="unknown">
          {lookedAt === null ? dashboards.noDevice : dashboards.noSuchValue({ key: id })}
        </StateMark>
      </p>
    )
  }
  // Just added to a draft: the service is being asked about it.
  if (found === undefined) return <Skeleton className="h-7 w-28" />
  return (
    <p className="text-sm">
      <StateMark tone="unknown">{dashboards.gone[kind]({ name: found.name ?? `#${id}` })}</StateMark>
    </p>
  )
}

export const readingOf = ({ param, device }: BoardValue): Reading => ({
  isTracked: param.isTracked,
  updatePeriodSec: device?.updatePeriodSec ?? 60,
  device,
})

const sizes = {
  row: { number: 'font-medium', unit: 'text-xs' },
  // As wide as the widget allows; on a wall display as large as configured.
  tile: {
    number:
      'text-[length:clamp(1.375rem,var(--value-part,15cqi),var(--value-max,2.25rem))] leading-[1.1] font-medium tracking-tight',
    unit: 'text-[0.5em] tracking-normal',
  },
  // Within the half circle.
  scale: {
    number: 'text-[length:clamp(1rem,11cqi,var(--value-max,1.75rem))] leading-[1.1] font-medium tracking-tight',
    unit: 'text-[0.6em] tracking-normal',
  },
} as const

/** A value with its unit: dimmed and with its time where it is old, a dash where it was never read. */
export const ShownValue = ({
  one,
  size = 'row',
  className = '',
}: {
  one: BoardValue
  size?: keyof typeof sizes
  className?: string
}): ReactNode => {
  const format = useFormat()
  const { param, state } = one
  const { number, unit } = sizes[size]
  const { value } = state
  const shown = value === undefined ? { number: '—', unit: '' } : boardValueParts(param, value, format)
  return (
    <span data-value={param.paramId} className={`break-words ${className}`}>
      <AgedValue state={state} reading={readingOf(one)} className={number}>
        {shown.number}
        {shown.unit !== '' && (
          <span className={`font-normal text-faint ${unit}`}>
            {'\u00a0'}
            {shown.unit}
          </span>
        )}
      </AgedValue>
    </span>
  )
}

/** Why a value is not fresh; nothing of one that is. */
export const ValueTrouble = ({ one }: { one: BoardValue }): ReactNode => {
  const now = useNow()
  const reading = readingOf(one)
  if (isFresh(qualityOf(one.state, reading, now))) return null
  return (
    <p className="text-xs text-quiet">
      {one.device?.trouble === undefined ? (
        <ValueQuality state={one.state} reading={reading} />
      ) : (
        <Since trouble={one.device.trouble} />
      )}
    </p>
  )
}
