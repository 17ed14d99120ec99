import { type CsvColumn, csvOf, guessedColumns, isOfService, mappedTable } from '@busbar/import/columns'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { tableOf } from '../../data/format/table-of.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { CsvColumns } from '../../library/register-map/csv-columns.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Radio, TextField } from '../../ui/forms/fields.tsx'
import { searchTemplates, withTemplate, withUnit } from './draft.rules.ts'
import type { ChangeDraft, UnitDraft } from './draft.ts'
import type { Suggestions } from './use-suggestions.ts'

export interface UnitTemplateProps {
  unit: UnitDraft
  lines: AnswerOf<'templates', 'list'>
  suggestions: Suggestions
  change: ChangeDraft
}

interface Option {
  id: number
  name: string
  hint: string
}

const foundMax = 6

/** A unit with its name and its template: suggested, found, or created from a table. */
export const UnitTemplate = ({ unit, lines, suggestions, change }: UnitTemplateProps): ReactNode => {
  const { common, newNet } = useTexts()
  const { number } = useFormat()
  const language = useLanguage()
  const [text, setText] = useState('')
  const [isPasting, setIsPasting] = useState(false)
  const set = (changes: Partial<UnitDraft>): void =>
    change((draft) => ({ units: withUnit(draft.units, unit.unit, changes) }))
  const take = (template: NonNullable<UnitDraft['template']>): void =>
    change((draft) => ({ units: withTemplate(draft.units, unit.unit, template, newNet.deviceName) }))
  const found = searchTemplates(lines, text, foundMax)
  const options = optionsOf(unit, [
    ...suggestions.templates.map(({ id, name, manufacturer, fitting, tried, variant }) => ({
      id,
      name,
      hint: hintOf(
        manufacturer,
        newNet.fits({ fitting: number(fitting), tried: number(tried) }),
        variant?.note[language],
      ),
    })),
    ...found.map(({ id, name, manufacturer, skus, variant }) => ({
      id,
      name,
      hint: hintOf(manufacturer, skus.join(', '), variant?.note[language]),
    })),
  ])
  return (
    <section
      aria-label={newNet.unitName({ unit: unit.unit })}
      className="flex h-full flex-col gap-3 rounded-part border border-line p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{newNet.unitName({ unit: unit.unit })}</h3>
        <span className="min-w-0 text-sm break-words text-quiet">{unit.about || newNet.noAbout}</span>
      </div>
      <TextField
        label={common.name}
        maxLength={200}
        required
        value={unit.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{newNet.template}</legend>
        {options.map(({ id, name, hint }) => (
          <Radio
            key={id}
            name={`template-${unit.unit}`}
            label={name}
            hint={hint}
            checked={unit.template?.id === id}
            onChange={() => take({ id, name })}
          />
        ))}
        <p role="status" className="text-sm text-quiet">
          {suggestions.isAsking && newNet.asking}
          {text.trim() !== '' && found.length === 0 && newNet.noTemplate}
        </p>
      </fieldset>
      <div className="mt-auto flex flex-wrap items-end gap-3">
        <TextField
          label={newNet.search}
          type="search"
          className="min-w-40 flex-1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button className="min-h-10" onClick={() => setIsPasting(true)}>
          {newNet.paste}
        </Button>
      </div>
      <CsvDialog isOpen={isPasting} onClose={() => setIsPasting(false)} onMade={take} />
    </section>
  )
}

const hintOf = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** Each once; the chosen one is always there. */
const optionsOf = ({ template }: UnitDraft, options: readonly Option[]): Option[] => {
  const all = new Map<number, Option>()
  for (const option of options) if (!all.has(option.id)) all.set(option.id, option)
  if (template !== null && !all.has(template.id)) return [{ ...template, hint: '' }, ...all.values()]
  return [...all.values()]
}

interface CsvDialogProps {
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
const CsvDialog = ({ isOpen, onClose, onMade }: CsvDialogProps): ReactNode => {
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
