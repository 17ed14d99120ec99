import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { hex, isBits, type Kind, rowsOf } from './registers.rules.ts'

export interface WordsGridProps {
  at: number
  words: readonly number[]
  kind: Kind
  /** Places whose word is another than at the look before. */
  changed: ReadonlySet<number>
  pick: number
  onPick: (address: number) => void
}

/** Registers in rows of ten; one is picked to be looked at closely. */
export const WordsGrid = ({ at, words, kind, changed, pick, onPick }: WordsGridProps): ReactNode => {
  const { registers } = useTexts()
  const shown = (word: number): string => (isBits(kind) ? String(word) : hex(word))
  return (
    <div className="overflow-x-auto border-y border-line" role="group" aria-label={registers.words} tabIndex={0}>
      <table className="w-full border-collapse font-mono text-sm" aria-label={registers.words}>
        <tbody>
          {rowsOf(at, words).map(({ from, words: row }) => (
            <tr key={from} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-3 pl-4 text-left font-normal text-faint">
                {from}
              </th>
              {row.map((word, i) => {
                const address = from + i
                const isPicked = address === pick
                const cellClasses = isPicked
                  ? 'bg-accent text-on-accent'
                  : changed.has(address - at)
                    ? 'bg-warning-soft text-warning-text'
                    : word === 0
                      ? 'text-faint hover:bg-hover'
                      : 'hover:bg-hover'
                return (
                  <td key={address} className="p-0">
                    <button
                      type="button"
                      aria-pressed={isPicked}
                      aria-label={`${address}: ${shown(word)}${changed.has(address - at) ? `, ${registers.changed}` : ''}`}
                      onClick={() => onPick(address)}
                      className={`min-h-8 w-full px-1.5 max-md:min-h-10 ${cellClasses}`}
                    >
                      {shown(word)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
