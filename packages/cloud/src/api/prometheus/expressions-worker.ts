import { type ExpressionJob, matchExpressions } from '../../prometheus/match-expressions.ts'
import { lowerPriority, serveJobs } from '../../readings/history/thread/serve-jobs.ts'

lowerPriority()

/** The thread that matches expressions of remote-read. */
serveJobs((job) => ({ result: matchExpressions(job as ExpressionJob), transfer: [] }))
