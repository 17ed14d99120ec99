import { lowerPriority, serveJobs } from '@busbar/readings/thread'
import { type ExpressionJob, matchExpressions } from './match-expressions.ts'

lowerPriority()

/** The thread that matches expressions of remote-read. */
serveJobs((job) => ({ result: matchExpressions(job as ExpressionJob), transfer: [] }))
