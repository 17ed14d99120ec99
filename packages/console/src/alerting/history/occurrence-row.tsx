import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { ConfirmedBy } from '../confirmed-by.tsx'
import { LevelMark } from '../level-mark.tsx'
import type { Occurrence } from './history.rules.ts'

/** One time that the alert was active; its messages unfold. */
export const OccurrenceRow = ({ occurrence }: { occurrence: Occurrence }): ReactNode => {
  const { alerts } = useTexts()
  const { time, span } = useFormat()
  const now = useNow()
  const { startedOn, resolvedOn, logAs, confirmed, spans, messages, how } = occurrence
  const till = resolvedOn === null ? now : Date.parse(resolvedOn)
  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <details className="group">
        <summary className="grid cursor-pointer grid-cols-[8rem_1fr] gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover md:grid-cols-[9rem_14rem_9rem_1fr]">
          <LevelMark level={logAs} isQuiet={resolvedOn !== null} />
          <time dateTime={startedOn}>{time(startedOn)}</time>
          <span className="text-quiet max-md:col-start-2">
            {span(Math.max(0, till - Date.parse(startedOn)))}
            {resolvedOn === null && `, ${alerts.goesOn}`}
          </span>
          <span className="min-w-0 text-quiet max-md:col-start-2">
            {confirmed === undefined ? alerts.nobodyConfirmed : <ConfirmedBy confirmed={confirmed} />}
          </span>
        </summary>
        <div className="mb-3 ml-4 flex flex-col gap-2 border-l-2 border-edge px-4 py-2">
          {how !== undefined && how !== 'resolved' && <p>{alerts.ended[how]}</p>}
          {spans.map((one) => (
            <HeldSpan key={`${one.kind} ${one.from}`} span={one} />
          ))}
          {messages.length === 0 ? (
            <p className="text-quiet">{alerts.noMessages}</p>
          ) : (
            <ul aria-label={alerts.messages} className="flex flex-col gap-1.5">
              {messages.map((message) => (
                <MessageLine key={message.id} message={message} />
              ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
}

const HeldSpan = ({ span: { kind, why, from, till } }: { span: Occurrence['spans'][number] }): ReactNode => {
  const { alerts, holds } = useTexts()
  const { time } = useFormat()
  const word = kind === 'unjudged' ? alerts.unjudged : holds.why[why ?? 'mute']
  return (
    <p>
      <StateMark tone={kind === 'unjudged' ? 'unknown' : 'muted'}>
        {`${word}: ${time(from)} – ${till === null ? alerts.goesOn : time(till)}`}
      </StateMark>
    </p>
  )
}

const tones: Readonly<Record<Occurrence['messages'][number]['state'], Tone>> = {
  waiting: 'info',
  sending: 'info',
  sent: 'ok',
  failed: 'critical',
  dropped: 'muted',
  unclear: 'unknown',
  digested: 'info',
}

const MessageLine = ({ message }: { message: Occurrence['messages'][number] }): ReactNode => {
  const { alerts, alertForm } = useTexts()
  const { time } = useFormat()
  const { type, to, dueOn, sentOn, state, attempts, reason } = message
  return (
    <li className="grid gap-x-3 md:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1.4fr)]">
      <time dateTime={sentOn ?? dueOn} className="text-quiet">
        {time(sentOn ?? dueOn)}
      </time>
      <span className="min-w-0 break-words">{`${alertForm.channels[type]} ${to}`.trim()}</span>
      <span className="min-w-0 break-words">
        <StateMark tone={tones[state]}>{alerts.messageStates[state]}</StateMark>
        {attempts > 1 && <span className="text-quiet">, {alerts.attempts({ count: attempts })}</span>}
        {reason !== undefined && <span className="text-quiet">. {reason}</span>}
      </span>
    </li>
  )
}
