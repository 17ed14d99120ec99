export { type LimitedLog, limitRepeats } from './limit-repeats.ts'
export { createLog, type Log, type LogLevel } from './log.ts'
