export { type JobOutcome, lowerPriority, serveJobs } from './serve-jobs.ts'
export { Thread } from './thread.ts'
