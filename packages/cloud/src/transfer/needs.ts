import type { Database } from '@busbar/database'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { BoundedWorker } from '../server/bounded-worker.ts'
import type { ReadJob, ReadResult } from './import-config/read-config-job.ts'

/** Parts of the service that the handlers of this folder use. */
export interface TransferNeeds {
  db: Database
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** Seals what is stored and used again. */
  secrets: Secrets
  /** Reads configuration files of other programs in a worker thread. */
  configReader: BoundedWorker<ReadJob, ReadResult>
}
