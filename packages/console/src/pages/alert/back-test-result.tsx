import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { choiceText } from '../../params/param-choices.rules.ts'
import { useParamChoices } from '../../params/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { BackTestStrip } from './back-test-strip.tsx'
import { activeMs, type Episode, type Outcome, type Span } from './strip.rules.ts'

/** Longer lists nobody reads; the strip has them all. */
const listedMax = 100

/** How often it would have been active, when, and whom it would have told. */
export const BackTestResult = ({ outcome, span }: { outcome: Outcome; span: Span }): ReactNode => {
  const { backTest } = useTexts()
  const format = useFormat()
  const { episodes, messages, isCut } = outcome
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {episodes.length === 0
          ? backTest.never
          : backTest.told(backTest.times(episodes.length), format.span(activeMs(episodes, span.till)))}{' '}
        {backTest.messages(messages.length)}
      </p>
      {isCut && <p className="text-sm text-warn">{backTest.cut}</p>}
      <BackTestStrip episodes={episodes} span={span} />
      {episodes.length > 0 && (
        // A box that scrolls must be reached with the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrows scroll it
        <ol tabIndex={0} aria-label={backTest.list} className="max-h-72 overflow-y-auto border-t border-line">
          {episodes.slice(0, listedMax).map((episode) => (
            <EpisodeRow key={episode.startedOn} episode={episode} till={span.till} />
          ))}
        </ol>
      )}
    </div>
  )
}

const EpisodeRow = ({ episode, till }: { episode: Episode; till: number }): ReactNode => {
  const texts = useTexts()
  const { time, span, number } = useFormat()
  const params = useParamChoices().data
  const { startedOn, resolvedOn, values } = episode
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
