import type { ReactNode } from 'react'
import type { StripCell } from '../state/strip.ts'
import { useTexts } from '../texts/texts-provider.tsx'

const kindOf = (cell: StripCell): string => {
  if (cell === null) return ''
  const [answered, timeouts, damaged, exceptions] = cell
  if (timeouts + damaged === 0) return 'good'
  return answered + exceptions === 0 ? 'none' : 'some'
}

/** A day in bars: answered, some failed, none answered; nothing where it was not asked. */
export const Strip = ({ cells }: { cells: readonly StripCell[] }): ReactNode => {
  const { units } = useTexts()
  const sum = (count: 0 | 1 | 2 | 3): number =>
    cells.reduce((all, cell) => (cell === null ? all : all + cell[count]), 0)
  const label = units.stripLabel({ answered: sum(0) + sum(3), timeouts: sum(1), damaged: sum(2) })
  return (
    <div className="strip" role="img" aria-label={label} title={label}>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the day
        <i key={at} className={kindOf(cell)} />
      ))}
    </div>
  )
}
