import type { Language } from '@busbar/messaging/texts'
import { Thread } from '@busbar/readings/thread'
import { Refusal } from '@busbar/wire/server'
import type { ReportTable } from '../reports/read-table.ts'
import type { WorkbookJob } from './workbook.ts'

/** The whole file is made in memory, at about a kilobyte a cell. */
const cellsMax = 100_000
/** Made here in some tens of milliseconds; more would hold up commands. */
const inlineCellsMax = 3000

/** A report as a workbook for spreadsheets. */
export const reportXlsx = async (report: ReportTable, language: Language): Promise<Uint8Array> => {
  const cells = (report.table.length + 3) * report.edges.length
  if (cells > cellsMax) {
    throw new Refusal('IncorrectRequest', `A workbook has at most ${cellsMax} cells: ask for fewer or longer segments.`)
  }
  if (cells > inlineCellsMax) return makeInThread({ report, language })
  // The workbook writer is loaded with the first workbook.
  const { workbookOf } = await import('./workbook.ts')
  return workbookOf({ report, language })
}

/** Large ones are rare: each has a thread of its own, which takes what it needed with it. */
const makeInThread = async (job: WorkbookJob): Promise<Uint8Array> => {
  const thread = new Thread<WorkbookJob, Uint8Array>(new URL('./workbook-thread.ts', import.meta.url))
  try {
    return await thread.run(job)
  } finally {
    await thread.stop()
  }
}
