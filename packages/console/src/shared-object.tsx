import type { ReactNode } from 'react'
import { boardName } from './dashboards/board-tabs.tsx'
import { SharedPicture } from './dashboards/diagrams/shared-picture.tsx'
import { SharedBoard } from './dashboards/shared-board.tsx'
import { SharedReport } from './energy/reports/shared-report.tsx'
import { SharedPage, type SharedViews } from './shell/sharing/shared-page.tsx'

const views: SharedViews = {
  dashboard: { View: SharedBoard, titleOf: (name, { isDefault }, usual) => boardName({ name, isDefault }, usual) },
  picture: { View: SharedPicture, titleOf: (name) => name },
  report: { View: ({ object: { reportId } }) => <SharedReport reportId={reportId} />, titleOf: (name) => name },
}

/** The page of a share link, with a view for each kind of object that can be shared. */
export const SharedObject = (): ReactNode => <SharedPage views={views} />
