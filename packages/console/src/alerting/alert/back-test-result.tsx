import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { choiceText } from '../../readings/values/param-choices.rules.ts'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { activeMs, type BackTest, barOf, type Occurrence, type Span } from './strip.rules.ts'

/** The list is cut; the strip has them all. */
const listedMax = 100

/** How often it would have been active, when, and whom it would have notified. */
export const BackTestResult = ({ result, span }: { result: BackTest; span: Span }): ReactNode => {
  const { backTest } = useTexts()
  const format = useFormat()
  const { episodes: occurrences, messages, isCut } = result
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {occurrences.length === 0
          ? backTest.never
          : backTest.told({
              times: backTest.times({ count: occurrences.length }),
              span: format.span(activeMs(occurrences, span.till)),
            })}{' '}
        {backTest.messages({ count: messages.length })}
      </p>
      {isCut && <p className="text-sm text-warning-text">{backTest.cut}</p>}
      <BackTestStrip occurrences={occurrences} span={span} />
      {occurrences.length > 0 && (
        // A box that scrolls must be reached with the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrows scroll it
        <ol tabIndex={0} aria-label={backTest.list} className="max-h-72 overflow-y-auto border-t border-line">
          {occurrences.slice(0, listedMax).map((occurrence) => (
            <OccurrenceRow key={occurrence.startedOn} occurrence={occurrence} till={span.till} />
          ))}
        </ol>
      )}
    </div>
  )
}

const OccurrenceRow = ({ occurrence, till }: { occurrence: Occurrence; till: number }): ReactNode => {
  const texts = useTexts()
  const { time, span, number } = useFormat()
  const params = useParamChoices().data
  const { startedOn, resolvedOn, values } = occurrence
  const ended = resolvedOn === undefined ? till : Date.parse(resolvedOn)
  const cause = values.find(({ isTriggered }) => isTriggered)
  const param = params?.find(({ id }) => id === cause?.paramId)
  return (
    <li className="border-b border-line py-2 text-sm last:border-b-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <time dateTime={startedOn}>{time(startedOn)}</time>
        <span className="text-quiet">
          {span(Math.max(0, ended - Date.parse(startedOn)))}
          {resolvedOn === undefined && `, ${texts.backTest.goesOn}`}
        </span>
      </p>
      {cause !== undefined && (
        <p className="break-words text-quiet">
          {param !== undefined && `${choiceText(param)}: `}
          {cause.reason !== undefined && reasonText(texts, cause.reason)}
          {cause.reason === undefined &&
            (cause.value === undefined ? texts.backTest.noReading : number(cause.value, param?.unit))}
        </p>
      )}
    </li>
  )
}

const width = 1000
const height = 28

/** Time from left to right, with a bar wherever the alert would have been active. */
const BackTestStrip = ({ occurrences, span }: { occurrences: readonly Occurrence[]; span: Span }): ReactNode => {
  const { backTest } = useTexts()
  const { time } = useFormat()
  const [from, till] = [span.from, span.till].map((on) => time(new Date(on).toISOString()))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-7 w-full rounded-part border border-line bg-ground"
        role="img"
        aria-label={backTest.strip({ times: backTest.times({ count: occurrences.length }) })}
      >
        {occurrences.map((occurrence) => {
          const { x, width: part } = barOf(occurrence, span)
          return (
            <rect
              key={occurrence.startedOn}
              x={x * width}
              width={part * width}
              y="0"
              height={height}
              className="fill-critical"
            />
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 text-xs text-quiet">
        <span>{from}</span>
        <span className="text-right">{till}</span>
      </figcaption>
    </figure>
  )
}
