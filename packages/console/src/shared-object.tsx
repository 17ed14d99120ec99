import type { ReactNode } from 'react'
import { boardName } from './pages/dashboards/board-name.ts'
import { SharedBoard } from './pages/dashboards/share/shared-board.tsx'
import { SharedPage } from './pages/shared/shared-page.tsx'

const views = { dashboard: { View: SharedBoard, titleOf: boardName } }

/** The page of a share link, with a view for each kind of object that can be shared. */
export const SharedObject = (): ReactNode => <SharedPage views={views} />
