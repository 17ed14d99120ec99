import type { ReactNode } from 'react'
import { answerLeaving, useLeaveQuestion } from '../data/state/leaving.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'

/** What may be asked on every page. */
export const Questions = (): ReactNode => (
  <>
    <LeaveDialog />
    <SessionDialog />
  </>
)

/** Asks whether what was typed may be lost. */
const LeaveDialog = (): ReactNode => {
  const { shell } = useTexts()
  const isOpen = useLeaveQuestion()
  return (
    <Dialog title={shell.leaveTitle} isOpen={isOpen} onClose={() => answerLeaving(false)}>
      <p>{shell.leaveQuestion}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => answerLeaving(true)}>
          {shell.leave}
        </Button>
        <Button variant="primary" onClick={() => answerLeaving(false)}>
          {shell.stay}
        </Button>
      </div>
    </Dialog>
  )
}
