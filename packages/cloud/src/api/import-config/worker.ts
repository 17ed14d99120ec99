import { type ReadJob, readJob } from '../../read-config-job.ts'
import { lowerPriority, serveJobs } from '../../readings/history/thread/serve-jobs.ts'

lowerPriority()

/** The thread that reads files of other programs. */
serveJobs((job) => ({ result: readJob(job as ReadJob), transfer: [] }))
