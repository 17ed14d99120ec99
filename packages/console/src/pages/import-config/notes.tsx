import { fill } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { ImportNote } from './use-import.ts'

const order: readonly ImportNote['level'][] = ['left-out', 'changed', 'info']
const tones: Readonly<Record<ImportNote['level'], string>> = {
  'left-out': 'text-critical-text',
  changed: 'text-warning-text',
  info: 'text-quiet',
}

/** All that is not taken over as it is: what is left out first. */
export const Notes = ({ notes }: { notes: readonly ImportNote[] }): ReactNode => {
  const { imports } = useTexts()
  const { number } = useFormat()
  const sorted = notes.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  return (
    <Panel title={imports.notes} badge={<span className="text-sm text-quiet">{number(notes.length)}</span>}>
      {notes.length === 0 ? (
        <p className="px-4 pb-4 text-quiet">{imports.noNotes}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {sorted.map((note) => (
            <li
              key={`${note.file} ${note.line} ${note.code} ${JSON.stringify(note.args)}`}
              className="grid gap-x-4 gap-y-0.5 px-4 py-2 text-sm sm:grid-cols-[7rem_1fr_auto]"
            >
              <span className={`font-medium ${tones[note.level]}`}>{imports.levels[note.level]}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {noteText(imports, note)}
                {note.count > 1 && <span className="text-quiet"> · {imports.times({ count: note.count })}</span>}
              </span>
              <span className="font-mono text-xs text-quiet [overflow-wrap:anywhere]">
                {note.file}
                {note.line !== null && `:${note.line}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const noteText = ({ noteTexts }: Texts['imports'], { code, args, message }: ImportNote): string =>
  Object.hasOwn(noteTexts, code) ? fill(noteTexts[code as keyof typeof noteTexts], args) : message
