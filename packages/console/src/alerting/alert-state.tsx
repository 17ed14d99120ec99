import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { alertTone, type Level } from '../ui/feedback/alert-tone.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { Ago } from '../ui/layout/ago.tsx'
import { type AlertHold, isMuted } from './mute.rules.ts'

type ListedAlert = AnswerOf<'alerts', 'states'>[number]
type AlertStatus = Pick<ListedAlert, 'isEnabled' | 'isActive' | 'confirmed' | 'logAs' | 'isUnjudged' | 'held'>

/** The state of an alert, and whether it can be known. */
export const AlertState = ({ alert }: { alert: AlertStatus }): ReactNode => {
  const { isEnabled, isActive, confirmed, logAs, isUnjudged, held } = alert
  const { alerts, holds } = useTexts()
  if (!isEnabled) return <StateMark tone="muted">{alerts.off}</StateMark>
  const word = !isActive ? alerts.quiet : confirmed === undefined ? alerts.active : alerts.activeConfirmed
  const tone =
    isActive && !isMuted(held)
      ? alertTone(logAs)
      : isUnjudged && !isActive
        ? 'unknown'
        : isActive || held !== undefined
          ? 'muted'
          : 'ok'
  const parts = [
    word,
    ...(isUnjudged ? [alerts.unjudged] : []),
    ...(held === undefined
      ? []
      : [[holds.why[held.why].toLocaleLowerCase(), ...(held.name === undefined ? [] : [held.name])].join(' ')]),
  ]
  return <StateMark tone={tone}>{parts.join(', ')}</StateMark>
}

/** Shows the severity of an alert as shape, colour and word; without colour while the alert is not firing. */
export const LevelMark = ({ level, isQuiet = false }: { level: Level; isQuiet?: boolean }): ReactNode => {
  const { alerts } = useTexts()
  return (
    <StateMark tone={alertTone(level)} isQuiet={isQuiet}>
      {alerts.levels[level]}
    </StateMark>
  )
}

/** Why messages about an alert wait, until when, and what people said about it. */
export const HeldBack = ({ held: { why, till, name, reason, by } }: { held: AlertHold }): ReactNode => {
  const { holds } = useTexts()
  const { time } = useFormat()
  const named = name === undefined ? holds.why[why] : `${holds.why[why]} “${name}”`
  const parts = [named, ...(by === undefined ? [] : [holds.by({ who: by })])]
  return (
    <span className="break-words">
      {parts.join(', ')}
      {till !== undefined && (
        <>
          , <time dateTime={till}>{holds.till({ time: time(till) })}</time>
        </>
      )}
      {reason !== undefined && <q className="ml-2">{reason}</q>}
    </span>
  )
}

type Confirmation = NonNullable<AnswerOf<'alerts', 'status'>['confirmed']>

/** Shows who acknowledged an alert, when, and their comment. */
export const ConfirmedBy = ({ confirmed: { from, on, comment } }: { confirmed: Confirmation }): ReactNode => {
  const { alerts } = useTexts()
  return (
    <span className="break-words">
      {alerts.confirmedBy({ who: from })}, <Ago iso={on} />
      {comment !== undefined && <q className="ml-2">{comment}</q>}
    </span>
  )
}
