import {
  type ImportContext,
  type ImportedPlan,
  type ImportFormat,
  ImportProblem,
  type SourceFile,
} from '@busbar/import'
import { readFiles } from '@busbar/import/files'

export interface ReadJob {
  files: readonly SourceFile[]
  context: ImportContext
  format: ImportFormat | null
}
export type ReadResult = { plan: ImportedPlan } | { problem: string }

export const readJob = ({ files, context, format }: ReadJob): ReadResult => {
  try {
    return { plan: readFiles(files, context, format) }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}
