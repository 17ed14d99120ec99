import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Radio, TextField } from '../../ui/forms/fields.tsx'
import { CsvDialog } from './csv-dialog.tsx'
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

/** One unit: its name, and its template out of those that are suggested, found or made from a table. */
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
