import { type CsvColumn, csvOf, guessedColumns, isOfService, mappedTable } from '@busbar/import/columns'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { tableOf } from '../../data/format/table-of.ts'
import { CsvColumns } from '../../library/register-map/csv-columns.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import type { UnitDraft } from './draft.ts'

export interface CsvDialogProps {
  isOpen: boolean
  onClose: () => void
  onMade: (template: NonNullable<UnitDraft['template']>) => void
}

const example = `name_en,registerKind,address,valueType,unitName,multiplier,isTracked
Voltage,input,0,f32,V,,true
Current,input,6,f32,A,,true
Temperature,holding,20,s16,°C,0.1,true
`

/** As much as the service takes. */
const bytesMax = 900_000
const settings = { version: '1', readGroupSize: 60, writeFunction: 'normal' } as const

/** Makes a template of the organization's own from a table. Mistakes are shown by line and column, and the table stays. */
export const CsvDialog = ({ isOpen, onClose, onMade }: CsvDialogProps): ReactNode => {
  const { newNet } = useTexts()
  const { orgId } = useOrg()
  const id = useId()
  const [name, setName] = useState('')
  const [manufacturer, setManufacturer] = useState('')
  const [csv, setCsv] = useState('')
  const [chosen, setChosen] = useState<readonly (CsvColumn | null)[] | null>(null)
  const table = useMemo(() => tableOf(csv), [csv])
  const headings = table[0] ?? []
  const isOwn = isOfService(headings)
  const mapping = chosen?.length === headings.length ? chosen : guessedColumns(headings)
  const mapped = mappedTable(table, mapping)
  const type = (text: string): void => {
    setCsv(text)
    // Other headings have other meanings.
    if (tableOf(text)[0]?.join('\n') !== headings.join('\n')) setChosen(null)
  }
  const make = useAction('templates', 'importCsv', [['templates']])
  const errors = make.data !== undefined && 'errors' in make.data ? make.data.errors : []
  const send = (): void =>
    make.mutate(
      { orgId, name, manufacturer, csv: isOwn ? csv : csvOf(mapped), ...settings },
      {
        onSuccess: (made) => {
          if ('errors' in made) return
          onMade({ id: made.id, name: name.trim() })
          onClose()
        },
      },
    )
  return (
    <Dialog title={newNet.csvTitle} isOpen={isOpen} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p className="text-sm text-quiet">{newNet.csvHelp}</p>
        <TextField
          label={newNet.csvName}
          maxLength={200}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={newNet.csvMaker}
          maxLength={200}
          required
          value={manufacturer}
          onChange={({ target }) => setManufacturer(target.value)}
        />
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="text-sm font-medium">
            {newNet.csvTable}
          </label>
          <textarea
            id={id}
            rows={7}
            required
            spellCheck={false}
            wrap="off"
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
            className="rounded-part border border-edge bg-field p-2 font-mono text-sm text-ink aria-invalid:border-critical"
            value={csv}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        <TextField
          label={newNet.csvFile}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined && file.size <= bytesMax) void file.text().then(type)
          }}
        />
        {!isOwn && table.length > 1 && (
          <CsvColumns headings={headings} mapping={mapping} mapped={mapped} onMapping={setChosen} />
        )}
        {errors.length > 0 && (
          <Notice tone="critical">
            <p className="font-semibold">{newNet.csvWrong}</p>
            <ul id={`${id}-errors`} className="mt-1 list-disc pl-5 text-sm [overflow-wrap:anywhere]">
              {errors.map(({ line, column, message }) => (
                <li key={`${line} ${column} ${message}`}>
                  {newNet.csvError({ line: String(line), column: column || '—', message })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="flex flex-wrap justify-between gap-2">
          <Button disabled={csv.trim() !== ''} onClick={() => type(example)}>
            {newNet.csvExample}
          </Button>
          <Button type="submit" variant="primary" disabled={make.isPending || (!isOwn && mapped.missing.length > 0)}>
            {newNet.csvSave}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
