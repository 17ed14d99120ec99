import type { Database } from '@busbar/database'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { BoundedWorker } from '../server/bounded-worker.ts'
import type { ReadJob, ReadResult } from './import-config/read-config-job.ts'

/** Parts of the service that the handlers of this folder use. */
export interface TransferNeeds {
  db: Database
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Encrypts stored secrets. */
  secrets: Secrets
  /** Reads configuration files of other programs in a worker thread. */
  configReader: BoundedWorker<ReadJob, ReadResult>
}
