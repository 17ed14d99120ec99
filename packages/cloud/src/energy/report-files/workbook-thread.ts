import { parentPort } from 'node:worker_threads'
import { type WorkbookJob, workbookOf } from './workbook.ts'

/** Makes a workbook beside the event loop. */
parentPort?.on('message', async (job: WorkbookJob) => {
  try {
    parentPort?.postMessage({ result: await workbookOf(job) }, [])
  } catch (error) {
    parentPort?.postMessage({ message: String(error), isDamage: false }, [])
  }
})
