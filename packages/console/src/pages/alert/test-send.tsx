import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAct } from '../../ui/actions/use-act.ts'

/** Sends what an action would send, marked as a test, and says what came of it. */
export const TestSend = ({ alertId, actionId }: { alertId: number; actionId: number | null }): ReactNode => {
  const { alertForm } = useTexts()
  const send = useAct('alerts', 'testAction', [])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Button
        disabled={actionId === null || send.isPending}
        onClick={() => actionId !== null && send.mutate({ alertId, actionId })}
      >
        {send.isPending ? alertForm.testing : alertForm.test}
      </Button>
      {actionId === null && <span className="text-quiet">{alertForm.testLater}</span>}
      <span role="status" className="min-w-0 break-words">
        {send.data?.status === 'ok' && <span className="text-ok-text">{alertForm.testSent}</span>}
        {send.data?.status === 'error' && <span className="text-critical-text">{send.data.errorMessage}</span>}
      </span>
    </div>
  )
}
