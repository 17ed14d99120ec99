/** Names of the notations of time that a caller can select. */
export { type Precision, precisions } from './precisions.ts'
export { type TimeFormat, timeFormats } from './times.rules.ts'
