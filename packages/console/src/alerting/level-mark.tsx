import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import type { Level } from '../ui/feedback/alert-tone.ts'
import { alertTone } from '../ui/feedback/alert-tone.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'

/** How bad it is when an alert begins: a shape, a colour and a word; without the colour while it is over or has not begun. */
export const LevelMark = ({ level, isQuiet = false }: { level: Level; isQuiet?: boolean }): ReactNode => {
  const { alerts } = useTexts()
  return (
    <StateMark tone={alertTone(level)} isQuiet={isQuiet}>
      {alerts.levels[level]}
    </StateMark>
  )
}
