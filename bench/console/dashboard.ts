import { measureDashboard } from '@busbar/console/bench'
import type { Goal } from '../kit/print.ts'

const widgetCount = 60

/** A wall of widgets that is looked at while all its devices are read; nothing where there is no browser. */
export const dashboardGoals = async (liveMs: number): Promise<Goal[]> => {
  const longTasks = await measureDashboard(widgetCount, liveMs)
  if (longTasks === null) return []
  return [
    {
      what: `dashboard of ${widgetCount} widgets, live for ${liveMs / 1000} s: tasks over 50 ms`,
      value: longTasks.length,
      wants: { atMost: 0 },
    },
  ]
}
