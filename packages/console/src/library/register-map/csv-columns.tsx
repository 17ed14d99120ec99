import { type CsvColumn, csvColumns, type MappedTable } from '@busbar/import/columns'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'

export interface CsvColumnsProps {
  headings: readonly string[]
  mapping: readonly (CsvColumn | null)[]
  mapped: MappedTable
  onMapping: (mapping: (CsvColumn | null)[]) => void
}

const shownRows = 5

/** Meaning of each column of a table, with a preview of the first parameters. */
export const CsvColumns = ({ headings, mapping, mapped, onMapping }: CsvColumnsProps): ReactNode => {
  const { newNet } = useTexts()
  const choose = (place: number, column: CsvColumn | ''): void =>
    onMapping(mapping.map((one, i) => (i === place ? column || null : one === column ? null : one)))
  return (
    <>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{newNet.csvColumns}</legend>
        {headings.map((heading, place) => (
          <Choice
            key={`${heading} ${place}`}
            label={heading === '' ? '—' : heading}
            value={mapping[place] ?? ''}
            options={[['', newNet.csvLeaveOut] as const, ...csvColumns.map((column) => [column, column] as const)]}
            onChange={(column) => choose(place, column)}
          />
        ))}
      </fieldset>
      {mapped.missing.length > 0 ? (
        <Notice tone="warning">{newNet.csvMissing({ columns: mapped.missing.join(', ') })}</Notice>
      ) : (
        <CsvPreview mapped={mapped} />
      )}
    </>
  )
}

const CsvPreview = ({ mapped: { columns, rows } }: { mapped: MappedTable }): ReactNode => {
  const { common, newNet } = useTexts()
  return (
    <div
      role="region"
      aria-label={newNet.csvPreview}
      tabIndex={0}
      className="overflow-x-auto rounded-part border border-line"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="px-3 py-2 text-left text-quiet">
          {newNet.csvPreview}, {common.rows({ count: rows.length })}
        </caption>
        <thead>
          <tr className="border-b border-line text-left text-quiet">
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-1 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((cells, row) => (
            <tr key={`${row} ${cells.join(' ')}`} className="border-b border-line last:border-b-0">
              {columns.map((column, i) => (
                <td key={column} className="px-3 py-1 whitespace-nowrap">
                  {cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
