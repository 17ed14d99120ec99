/** For benchmarks: what a browser takes to show things. */
export { measureDashboard } from './dashboard.ts'
export { entryBytes, measureChart } from './measure.ts'
export { measureOverview } from './overview.ts'
