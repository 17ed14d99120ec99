import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import type { Alert } from '../alert/alert-frame.tsx'
import { barOf, type Timeline } from './history.rules.ts'

const fills: Readonly<Record<Tone, string>> = {
  ok: 'fill-ok',
  info: 'fill-info',
  warning: 'fill-warning',
  critical: 'fill-critical',
  unknown: 'fill-unknown',
  muted: 'fill-muted',
}

const width = 1000
const height = 64

interface TimelineChartProps {
  timeline: Timeline
  coverage: Coverage | undefined
}

/** Time from left to right: when it was active, above it who confirmed, below it when messages waited or it could not be judged. */
export const TimelineChart = ({ timeline, coverage }: TimelineChartProps): ReactNode => {
  const { alerts, holds } = useTexts()
  const { time, moment } = useFormat()
  const span = { from: Date.parse(timeline.from), till: Date.parse(timeline.till) }
  const knownFrom = coverage === undefined ? span.from : (coverage.knownFrom ?? span.till)
  const unknownShare = Math.min(1, Math.max(0, (knownFrom - span.from) / (span.till - span.from)))
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    new Date(span.from + (span.till - span.from) * share).toISOString(),
  )
  return (
    <div className="px-4 pb-4">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block h-20 w-full"
        role="img"
        aria-label={`${alerts.timeline}: ${coverage?.text}`}
      >
        <rect x="0" y="18" width={width} height="22" className="fill-sunken" />
        {unknownShare > 0 && (
          <rect x="0" y="18" width={unknownShare * width} height="22" className="fill-unknown-soft">
            <title>{coverage?.knownFrom === null ? alerts.levels.none : alerts.notCreatedYet}</title>
          </rect>
        )}
        {[0.25, 0.5, 0.75].map((share) => (
          <rect key={share} x={width * share} y="12" width="1" height="46" className="fill-line-strong" />
        ))}
        {timeline.bars.map(({ id, startedOn, resolvedOn, logAs }) => {
          const bar = barOf(startedOn, resolvedOn, span)
          return (
            bar && (
              <rect
                key={id}
                x={bar.x * width}
                y="18"
                width={bar.width * width}
                height="22"
                className={fills[alertTone(logAs)]}
              >
                <title>{`${time(startedOn)} – ${resolvedOn === null ? alerts.goesOn : time(resolvedOn)}`}</title>
              </rect>
            )
          )
        })}
        {timeline.occurrences.flatMap(({ id, confirmed, spans }) => [
          ...spans.map((one) => {
            const bar = barOf(one.from, one.till, span)
            return (
              bar && (
                <rect
                  key={`${id} ${one.kind} ${one.from}`}
                  x={bar.x * width}
                  y={one.kind === 'held' ? 43 : 50}
                  width={bar.width * width}
                  height="5"
                  className={fills[one.kind === 'held' ? 'muted' : 'unknown']}
                />
              )
            )
          }),
          confirmed &&
            (() => {
              const bar = barOf(confirmed.on, confirmed.on, span, 0.003)
              return (
                bar && (
                  <rect key={`${id} confirmed`} x={bar.x * width} y="6" width="3" height="34" className="fill-accent">
                    <title>{`${alerts.confirmedBy({ who: confirmed.from })}, ${time(confirmed.on)}`}</title>
                  </rect>
                )
              )
            })(),
        ])}
      </svg>
      <div className="flex justify-between text-2xs text-faint">
        {marks.map((mark, place) => (
          <time key={mark} dateTime={mark} className={place % 2 === 1 ? 'max-md:hidden' : ''}>
            {moment(mark, span.till + 30 * 86_400_000)}
          </time>
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
        <li className="flex items-center gap-1.5">
          <span className="h-3 w-0.75 bg-accent" aria-hidden="true" />
          {alerts.statuses.confirmed}
        </li>
        <li>
          <StateMark tone="muted">{holds.title}</StateMark>
        </li>
        <li>
          <StateMark tone="unknown">{alerts.unjudged}</StateMark>
        </li>
      </ul>
    </div>
  )
}

export interface Coverage {
  /** From when on occurrences are known, in milliseconds; null where they are not logged. */
  knownFrom: number | null
  /** How often the alert was active, and since when that is known where it is not the whole span. */
  text: string
}

/** Returns the time that a timeline covers; undefined until it is loaded. */
export const useCoverage = (logAs: Alert['logAs'], timeline: Timeline | undefined): Coverage | undefined => {
  const { alerts } = useTexts()
  const { time } = useFormat()
  if (timeline === undefined) return undefined
  if (logAs === 'none' && timeline.total === 0) return { knownFrom: null, text: alerts.levels.none }
  const { createdOn, from, total } = timeline
  const knownFrom = Date.parse(createdOn ?? from)
  const isPartial = createdOn !== undefined && knownFrom > Date.parse(from)
  return {
    knownFrom,
    text: isPartial
      ? `${alerts.times({ count: total })}, ${alerts.createdOn({ time: time(createdOn) })}`
      : alerts.times({ count: total }),
  }
}
