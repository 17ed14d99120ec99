import type { ReactNode } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { ParamSearch } from '../../../params/param-search.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import type { ImportAnswer } from './readings-outcome.rules.ts'

export interface NamesTableProps {
  names: ImportAnswer['names']
  map: Readonly<Record<string, number>>
  onChoose: (name: string, paramId: number | null) => void
}

/** Names of a file, each with the parameter that its readings go to; without one they are left out. */
export const NamesTable = ({ names, map, onChoose }: NamesTableProps): ReactNode => {
  const { readingFiles } = useTexts()
  const { number, time } = useFormat()
  return (
    <section aria-label={readingFiles.names} className="flex flex-col gap-3">
      <h3 className="text-sm font-medium">{readingFiles.names}</h3>
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-auto rounded-part border border-line">
        {names.map(({ name, count, from, till }) => (
          <li key={name} className="grid gap-2 p-3 sm:grid-cols-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
              <p className="text-quiet">
                {readingFiles.count}: {number(count)}
              </p>
              <p className="text-quiet">
                {time(from)} – {time(till)}
              </p>
            </div>
            <div className="flex min-w-0 items-end gap-2">
              <div className="min-w-0 flex-1">
                <ParamSearch
                  label={readingFiles.parameter}
                  paramId={map[name] ?? null}
                  onChoose={({ id }) => onChoose(name, id)}
                />
              </div>
              {map[name] !== undefined && <Button onClick={() => onChoose(name, null)}>{readingFiles.leave}</Button>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
