/** Words by which a caller says how times are written. */
export { type Precision, precisions } from './precisions.ts'
export { type TimeFormat, timeFormats } from './times.rules.ts'
