import type { ReactNode } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'

/** What may be asked on every page. */
export const Questions = (): ReactNode => (
  <>
    <LeaveDialog />
    <SessionDialog />
  </>
)
