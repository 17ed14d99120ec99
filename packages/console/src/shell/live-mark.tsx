import type { ReactNode } from 'react'
import { useLiveState } from '../live/use-live.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { StateMark } from '../ui/feedback/state-mark.tsx'

/** Whether what is shown is live, always in sight. */
export const LiveMark = (): ReactNode => {
  const { shell } = useTexts()
  const state = useLiveState()
  return (
    <span role="status" className="text-sm text-quiet">
      {state === 'live' && <StateMark tone="ok">{shell.live}</StateMark>}
      {state === 'connecting' && <StateMark tone="off">{shell.connecting}</StateMark>}
      {(state === 'waiting' || state === 'stopped') && <StateMark tone="warn">{shell.notLive}</StateMark>}
    </span>
  )
}
