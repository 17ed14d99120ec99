import { editableDecimal } from '@busbar/ui'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import type { CellProblem, ParsedMap } from '../register-map/cells.rules.ts'
import type { Cursor } from './cursor.ts'

/** A problem of a cell in words. */
export const useProblemText = (): ((problem: CellProblem) => string) => {
  const { library } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  return (problem) => {
    if (problem.kind === 'range') return library.range({ from: number(problem.from), till: number(problem.till) })
    if (problem.kind === 'ambiguous') {
      const [grouped = '', decimal = ''] = problem.readings.map((one) => editableDecimal(one, language))
      return library.ambiguous({ grouped, decimal })
    }
    return problem.kind === 'format' ? `${library.format}: ${problem.says}` : library.problems[problem.kind]
  }
}

export interface ProblemLineProps {
  cursor: Cursor | null
  problems: ParsedMap['problems']
  isReadOnly: boolean
  /** Something else stands at the bottom of the screen. */
  isRaised: boolean
}

/** Below the table: what is wrong where the cursor is, and otherwise which keys there are. */
export const ProblemLine = ({ cursor, problems, isReadOnly, isRaised }: ProblemLineProps): ReactNode => {
  const { library } = useTexts()
  const text = useProblemText()
  const found = cursor === null ? undefined : problems.get(cursor.key)
  const problem = cursor === null ? undefined : found?.[cursor.field]
  return (
    <p
      role="status"
      className={`sticky flex min-h-10 items-center gap-2 border-t border-line bg-surface px-4 py-2 text-xs text-faint max-md:hidden ${isRaised ? 'bottom-13' : 'bottom-0'}`}
    >
      {problem !== undefined ? (
        <span className="flex items-center gap-1.5 text-critical-text">
          <StateShape tone="critical" />
          {text(problem)}
        </span>
      ) : (
        !isReadOnly && library.keys
      )}
    </p>
  )
}
