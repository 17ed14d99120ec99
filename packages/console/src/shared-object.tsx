import type { ReactNode } from 'react'
import { SharedBoard } from './pages/dashboards/share/shared-board.tsx'
import { SharedPage } from './pages/shared/shared-page.tsx'

const views = { dashboard: SharedBoard }

/** The page of a share link, with a view for each kind of object that can be shared. */
export const SharedObject = (): ReactNode => <SharedPage views={views} />
