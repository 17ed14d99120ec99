import type { ImportedPlan } from '@busbar/import'
import { Refusal } from '@busbar/wire/server'
import { Thread } from '../../readings/history/thread/thread.ts'
import type { ReadJob, ReadResult } from './read-job.ts'

/** What is read on the event loop: a megabyte of YAML takes seconds. */
const loopSizeMax = 20_000

/** Reads files into a plan, large ones in a thread that lives as long. What cannot be read is a wrong request. */
export const readConfig = async (job: ReadJob): Promise<ImportedPlan> => {
  const size = job.files.reduce((sum, { content }) => sum + content.length, 0)
  const isLong = size > loopSizeMax || job.files.some(({ content }) => typeof content !== 'string')
  const result = isLong ? await inThread(job) : await onEventLoop(job)
  if ('problem' in result) throw new Refusal('IncorrectRequest', `body.files: ${result.problem}`)
  return result.plan
}

/** Its readers are not loaded before they are needed. */
const onEventLoop = async (job: ReadJob): Promise<ReadResult> => (await import('./read-job.ts')).readJob(job)

const inThread = async (job: ReadJob): Promise<ReadResult> => {
  const thread = new Thread<ReadJob, ReadResult>(new URL('./worker.ts', import.meta.url))
  try {
    return await thread.run(job)
  } finally {
    await thread.stop()
  }
}
