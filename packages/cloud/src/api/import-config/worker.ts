import { lowerPriority, serveJobs } from '../../readings/history/thread/serve-jobs.ts'
import { type ReadJob, readJob } from './read-job.ts'

lowerPriority()

/** The thread that reads files of other programs. */
serveJobs((job) => ({ result: readJob(job as ReadJob), transfer: [] }))
