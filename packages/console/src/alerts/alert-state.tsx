import type { ReactNode } from 'react'
import type { AnswerOf } from '../api/ask.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { alertTone } from '../ui/alert-tone.ts'
import { StateMark } from '../ui/state-mark.tsx'

type Standing = Pick<AnswerOf<'alerts', 'states'>[number], 'isEnabled' | 'isActive' | 'confirmed' | 'logAs'>

/** How an alert stands now. */
export const AlertState = ({ alert: { isEnabled, isActive, confirmed, logAs } }: { alert: Standing }): ReactNode => {
  const { alerts } = useTexts()
  if (!isEnabled) return <StateMark tone="off">{alerts.off}</StateMark>
  if (!isActive) return <StateMark tone="ok">{alerts.quiet}</StateMark>
  const word = confirmed === undefined ? alerts.active : alerts.activeConfirmed
  return <StateMark tone={alertTone(logAs)}>{word}</StateMark>
}
