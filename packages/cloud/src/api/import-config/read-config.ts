import {
  type GivenFile,
  type ImportContext,
  type ImportedPlan,
  type ImportFormat,
  ImportProblem,
  readFiles,
} from '@busbar/import'
import { Refusal } from '@busbar/wire/server'
import { Thread } from '../../readings/history/thread.ts'

export interface ReadJob {
  files: readonly GivenFile[]
  context: ImportContext
  format: ImportFormat | null
}
export type ReadResult = { plan: ImportedPlan } | { problem: string }

/** What is read on the event loop: a megabyte of YAML takes seconds. */
const loopSizeMax = 20_000

/** Reads files into a plan, large ones in a thread that lives as long. What cannot be read is a wrong request. */
export const readConfig = async (job: ReadJob): Promise<ImportedPlan> => {
  const size = job.files.reduce((sum, { content }) => sum + content.length, 0)
  const isLong = size > loopSizeMax || job.files.some(({ content }) => typeof content !== 'string')
  const result = isLong ? await inThread(job) : readJob(job)
  if ('problem' in result) throw new Refusal('IncorrectRequest', `body.files: ${result.problem}`)
  return result.plan
}

export const readJob = ({ files, context, format }: ReadJob): ReadResult => {
  try {
    return { plan: readFiles(files, context, format) }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}

const inThread = async (job: ReadJob): Promise<ReadResult> => {
  const thread = new Thread<ReadJob, ReadResult>(new URL('./worker.ts', import.meta.url))
  try {
    return await thread.run(job)
  } finally {
    await thread.stop()
  }
}
