import { readFiles } from '../formats/read.ts'
import type { ImportContext, ImportedPlan, ImportFormat, SourceFile } from '../plan/plan.ts'

/** Reads files as a user would who has two networks and gave these answers. */
export const readSources = (
  files: Readonly<Record<string, string | Uint8Array>>,
  answers: Readonly<Record<string, string>> = {},
  context: Partial<ImportContext> = {},
  format: ImportFormat | null = null,
): ImportedPlan => {
  const sources: SourceFile[] = Object.entries(files).map(([name, content]) => ({ name, content }))
  const nets = [
    { id: 7, name: 'Hall' },
    { id: 8, name: 'Roof' },
  ]
  return readFiles(sources, { answers, nets, isTemplatesOnly: false, ...context }, format)
}

/** Notes as lines: where, how much, which. */
export const noteLines = ({ notes }: ImportedPlan): string[] =>
  notes.map(({ file, line, level, code, args, count }) => {
    const values = Object.values(args)
    const about = [`${file}:${line ?? ''}`, level, code, ...(values.length > 0 ? [values.join(' | ')] : [])]
    return [...about, ...(count > 1 ? [`x${count}`] : [])].join(' ')
  })
