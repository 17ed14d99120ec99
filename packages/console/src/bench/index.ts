/** For benchmarks: what a browser takes to show things. */
export { entryBytes, measureChart } from './measure.ts'
export { measureOverview } from './overview.ts'
export { measurePicture } from './picture.ts'
