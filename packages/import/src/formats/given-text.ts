import { ImportProblem, type SourceFile } from '../plan/plan.ts'

/** A file as text; a workbook is none. */
export const textOf = ({ name, content }: SourceFile): string => {
  if (typeof content !== 'string') throw new ImportProblem(`${name}: it is not a text`)
  return content
}
