import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { alertTone } from '../ui/feedback/alert-tone.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { isMuted } from './mute.rules.ts'

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
