import { lowerPriority, serveJobs } from '@busbar/readings/thread'
import { type ReadJob, readJob } from './read-config-job.ts'

lowerPriority()

/** The thread that reads files of other programs. */
serveJobs((job) => ({ result: readJob(job as ReadJob), transfer: [] }))
