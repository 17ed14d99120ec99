import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { Branch } from './draft.rules.ts'
import { FormulaField } from './formula-field.tsx'

export interface BranchFormProps {
  reportId: string | null
  branch: Branch
  /** `field` is what was typed in; another choice is a step of its own. */
  onChange: (branch: Branch, field: string) => void
}

const kinds = ['sum', 'param', 'formula', 'link'] as const
type Kind = (typeof kinds)[number]

const kindOf = ({ value }: Branch): Kind => {
  if (value === undefined) return 'sum'
  return 'paramId' in value ? 'param' : 'formula' in value ? 'formula' : 'link'
}

/** An empty field is omitted instead of stored as an empty text. */
const withText = (branch: Branch, field: 'unit' | 'category' | 'borders', text: string): Branch => {
  const { [field]: _, ...rest } = branch
  return text === '' ? rest : { ...rest, [field]: text }
}

const withNumber = (branch: Branch, field: 'decimals' | 'maxPerHour', text: string): Branch => {
  const { [field]: _, ...rest } = branch
  return text === '' ? rest : { ...rest, [field]: Number(text) }
}

/** A branch with its name, formula and display settings. */
export const BranchForm = ({ reportId, branch, onChange }: BranchFormProps): ReactNode => {
  const { reports, common } = useTexts()
  const kind = kindOf(branch)
  const { value: _, ...bare } = branch
  const headId = useId()
  const choose = (next: Kind): void => {
    if (next === 'sum') onChange(bare, '')
    else if (next === 'formula') onChange({ ...bare, value: { formula: '0' } }, '')
    else onChange({ ...bare, value: next === 'param' ? { paramId: 0 } : { linkId: '' } }, '')
  }
  return (
    <section
      aria-labelledby={headId}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <h2 id={headId} className="text-base font-semibold break-words">
        {branch.name.trim() === '' ? reports.newBranch : branch.name}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={common.name}
          value={branch.name}
          maxLength={200}
          required
          error={branch.name.trim() === '' ? reports.nameMissing : undefined}
          onChange={({ target }) => onChange({ ...branch, name: target.value }, 'name')}
        />
        <TextField
          label={reports.category}
          value={branch.category ?? ''}
          maxLength={200}
          onChange={({ target }) => onChange(withText(branch, 'category', target.value), 'category')}
        />
      </div>
      <Segmented
        label={reports.value}
        value={kind}
        options={kinds.map((one) => [one, reports.kinds[one]] as const)}
        onChange={choose}
      />
      {branch.value === undefined && <p className="text-sm text-quiet">{reports.sumHelp}</p>}
      {branch.value !== undefined && 'paramId' in branch.value && (
        <ParamSearch
          label={reports.counter}
          paramId={branch.value.paramId === 0 ? null : branch.value.paramId}
          error={branch.value.paramId === 0 ? reports.counterMissing : undefined}
          onChoose={({ id }) => onChange({ ...branch, value: { paramId: id } }, '')}
        />
      )}
      {branch.value !== undefined && 'formula' in branch.value && (
        <FormulaField
          key={branch.id}
          formula={branch.value.formula}
          onChange={(formula) => onChange({ ...branch, value: { formula } }, 'formula')}
        />
      )}
      {branch.value !== undefined && 'linkId' in branch.value && (
        <LinkChoice
          reportId={reportId}
          linkId={branch.value.linkId}
          onChange={(linkId) => onChange({ ...branch, value: { linkId } }, '')}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={reports.unit}
          hint={reports.unitHelp}
          value={branch.unit ?? ''}
          maxLength={40}
          onChange={({ target }) => onChange(withText(branch, 'unit', target.value), 'unit')}
        />
        <NumberField
          label={reports.decimals}
          hint={reports.decimalsHelp}
          isWhole
          min={0}
          max={9}
          value={branch.decimals ?? ''}
          onChange={(value) => onChange(withNumber(branch, 'decimals', value), 'decimals')}
        />
        {(kind === 'param' || kind === 'formula') && (
          <NumberField
            label={reports.maxPerHour}
            hint={reports.maxPerHourHelp}
            value={branch.maxPerHour ?? ''}
            onChange={(value) => onChange(withNumber(branch, 'maxPerHour', value), 'maxPerHour')}
          />
        )}
        <TextField
          label={reports.borders}
          hint={reports.bordersHelp}
          value={branch.borders ?? ''}
          maxLength={200}
          onChange={({ target }) => onChange(withText(branch, 'borders', target.value), 'borders')}
        />
      </div>
    </section>
  )
}

interface LinkChoiceProps {
  reportId: string | null
  linkId: string
  onChange: (linkId: string) => void
}

/** A top branch of any report. */
const LinkChoice = ({ reportId, linkId, onChange }: LinkChoiceProps): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('reports', 'list', { orgId }))
  const mains = (list.data ?? []).flatMap(({ id, name, branches }) =>
    id === reportId
      ? []
      : branches
          .filter(({ parentBranchId }) => parentBranchId === undefined)
          .map((main) => [main.id, `${name}: ${main.name}`] as const),
  )
  const options = [['', reports.chooseLink] as const, ...mains]
  return <Choice label={reports.link} value={linkId} options={options} onChange={onChange} />
}
