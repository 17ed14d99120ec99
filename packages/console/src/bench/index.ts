/** For benchmarks: what a browser takes to show things. */
export { measureDashboard } from './dashboard.ts'
export { entryBytes, measureChart } from './measure.ts'
export { measureNetwork } from './network.ts'
export { measureOverview } from './overview.ts'
export type { DrawTimes } from './page.tsx'
export { measurePicture } from './picture.ts'
