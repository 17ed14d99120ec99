import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { choiceText } from '../../readings/values/param-choices.rules.ts'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type AlertDraft, definitionOf, missingParams } from '../form/draft.rules.ts'
import { activeMs, type BackTest, barOf, type Occurrence, type Span } from './alert.rules.ts'

const dayMs = 86_400_000
const daysOptions = [1, 7, 30] as const

export interface BackTestPanelProps {
  draft: AlertDraft
  /** Receives the invalid fields; empty if there are none. */
  onErrors: (errors: Readonly<Record<string, string>>) => void
}

/** Tests the edited alert on past readings. Nothing is stored or sent. */
export const BackTestPanel = ({ draft, onErrors }: BackTestPanelProps): ReactNode => {
  const zone = useOwnZone()
  const texts = useTexts()
  const { alertForm, backTest, common } = texts
  const { orgId } = useOrg()
  const [days, setDays] = useState<(typeof daysOptions)[number] | null>(null)
  const run = useMutation({
    mutationFn: async (wanted: number) => {
      const till = new Date(serverNow())
      const from = new Date(till.getTime() - wanted * dayMs)
      // A name is not needed for it, but the service asks for one.
      const definition = { ...definitionOf(draft), name: draft.name.trim() === '' ? '–' : draft.name }
      const answer = await call('backTest', 'run', { orgId, ...definition, from, till })
      onErrors(answer.errors)
      return { answer, span: { from: from.getTime(), till: till.getTime() } }
    },
  })
  const isIncomplete = draft.conditions.length === 0 || missingParams(draft).length > 0
  const start = (wanted: (typeof daysOptions)[number]): void => {
    setDays(wanted)
    run.mutate(wanted)
  }
  return (
    <Panel title={backTest.title} aside={<span className="text-sm text-quiet">{common.timesIn({ zone })}</span>}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-sm text-quiet">{isIncomplete ? backTest.incomplete : backTest.help}</p>
        <div role="group" aria-label={backTest.span} className="flex flex-wrap gap-2">
          {daysOptions.map((option) => (
            <Button
              key={option}
              disabled={isIncomplete || run.isPending}
              aria-pressed={days === option}
              className="aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => start(option)}
            >
              {backTest.spans[option]}
            </Button>
          ))}
        </div>
        {run.isPending && (
          <p role="status" className="text-quiet">
            {backTest.running}
          </p>
        )}
        {run.isError && <Notice tone="critical">{errorText(texts, run.error)}</Notice>}
        {run.data?.answer.result === 'error' && <Notice tone="critical">{alertForm.fixFields}</Notice>}
        {run.data?.answer.result === 'success' && <BackTestResult result={run.data.answer} span={run.data.span} />}
      </div>
    </Panel>
  )
}

/** The list is cut; the strip has them all. */
const listedMax = 100

/** How often it would have been active, when, and whom it would have notified. */
const BackTestResult = ({ result, span }: { result: BackTest; span: Span }): ReactNode => {
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
