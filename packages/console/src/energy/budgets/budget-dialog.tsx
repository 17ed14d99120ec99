import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PickedList } from '../../ui/forms/picked-list.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { branchOptions } from '../editor/branch-options.ts'
import type { Tree } from '../figures.ts'
import { monthCount, type NewBudgetFields, planOf } from './budget.rules.ts'

interface BudgetDialogProps {
  tree: Tree
  title: string
  budget: NewBudgetFields
  isBusy: boolean
  onSave: (budget: NewBudgetFields) => void
  onClose: () => void
}

/** A plan by months, and who is told. */
export const BudgetDialog = ({ tree, title, budget, isBusy, onSave, onClose }: BudgetDialogProps): ReactNode => {
  const { energyPlans: texts, common } = useTexts()
  const [draft, setDraft] = useState(budget)
  const [typed, setTyped] = useState<readonly string[]>(budget.months)
  const months = typed.map(planOf)
  const isWrong = months.includes(null)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!isWrong) onSave({ ...draft, months: months.map((month) => month ?? '0') })
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={common.name}
          value={draft.name}
          maxLength={200}
          pattern=".*\S.*"
          required
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <Choice
          label={texts.branch}
          value={draft.branchId ?? ''}
          options={[['', texts.wholeTree], ...branchOptions(tree)]}
          onChange={(id) => setDraft({ ...draft, branchId: id === '' ? null : id })}
        />
        <Segmented
          label={texts.planOf}
          value={draft.planOf}
          options={[
            ['amount', texts.plansOf.amount],
            ['cost', texts.plansOf.cost],
          ]}
          onChange={(of) => setDraft({ ...draft, planOf: of })}
        />
        <MonthFields typed={typed} onChange={setTyped} error={isWrong ? texts.wrongNumber : undefined} />
        <NumberField
          label={texts.tolerance}
          isWhole
          min={0}
          max={100}
          required
          value={draft.tolerancePercent}
          onChange={(value) => setDraft({ ...draft, tolerancePercent: value === '' ? Number.NaN : Number(value) })}
        />
        <Contacts draft={draft} onChange={(contactIds) => setDraft({ ...draft, contactIds })} />
        <p className="text-sm text-quiet">{texts.method}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={isWrong}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface MonthFieldsProps {
  typed: readonly string[]
  error: string | undefined
  onChange: (typed: readonly string[]) => void
}

const MonthFields = ({ typed, error, onChange }: MonthFieldsProps): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const language = useLanguage()
  const name = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{texts.months}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {typed.map((text, at) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: a month is known by its place
            key={at}
            label={name.format(Date.UTC(2026, at))}
            value={text}
            onChange={(value) => onChange(typed.map((one, place) => (place === at ? value : one)))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => onChange(Array.from({ length: monthCount }, () => typed[0] ?? '0'))}>
          {texts.sameForAll}
        </Button>
        <span className="text-xs text-faint">{texts.noPlan}</span>
      </div>
      {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
    </fieldset>
  )
}

const Contacts = ({
  draft,
  onChange,
}: {
  draft: NewBudgetFields
  onChange: (contactIds: number[]) => void
}): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { orgId } = useOrg()
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId }))
  const options = (contacts.data ?? []).map(({ id, name }) => [String(id), name] as const)
  return (
    <PickedList
      label={texts.contacts}
      addLabel={texts.addContact}
      removeText={texts.removeContact}
      groups={[[texts.contactGroup, options]]}
      picked={draft.contactIds.map(String)}
      onChange={(picked) => onChange(picked.map(Number))}
    />
  )
}
