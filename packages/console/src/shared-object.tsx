import type { ReactNode } from 'react'
import { boardName } from './pages/dashboards/board-name.ts'
import { SharedBoard } from './pages/dashboards/share/shared-board.tsx'
import { SharedPicture } from './pages/pictures/shared-picture.tsx'
import { SharedReport } from './pages/reports/shared-report.tsx'
import { SharedPage, type SharedViews } from './pages/shared/shared-page.tsx'

const views: SharedViews = {
  dashboard: { View: SharedBoard, titleOf: (name, { isDefault }, usual) => boardName({ name, isDefault }, usual) },
  picture: { View: SharedPicture, titleOf: (name) => name },
  report: { View: ({ object: { reportId } }) => <SharedReport reportId={reportId} />, titleOf: (name) => name },
}

/** The page of a share link, with a view for each kind of object that can be shared. */
export const SharedObject = (): ReactNode => <SharedPage views={views} />
