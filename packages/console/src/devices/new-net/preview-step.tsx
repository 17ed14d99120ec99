import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { PreviewTable, usePreview } from '../../library/register-map/preview-table.tsx'
import { type ParamTemplate, previewed } from '../../library/register-map/variants.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { readyUnits, withUnit } from './draft.rules.ts'
import type { ChangeDraft, StepProps, UnitDraft } from './draft.ts'
import { StepButtons, StepPanel } from './steps.tsx'

const columnsMax = 4

/** Live values of the devices, before anything is stored. */
export const PreviewStep = ({ draft, change, go }: StepProps): ReactNode => {
  const { newNet } = useTexts()
  const units = readyUnits(draft)
  const [number, setNumber] = useState(units[0]?.unit ?? 0)
  const unit = units.find((one) => one.unit === number) ?? units[0]
  return (
    <StepPanel
      step="preview"
      help={newNet.previewHelp}
      actions={<StepButtons onBack={() => go('templates')} onNext={() => go('create')} />}
    >
      <div className="max-w-xl">
        <Choice
          label={newNet.previewDevice}
          value={unit?.unit ?? 0}
          options={units.map((one) => [one.unit, `${one.unit} · ${one.name}`] as const)}
          onChange={setNumber}
        />
      </div>
      {unit !== undefined && unit.template !== null && draft.made !== null && (
        <UnitPreview
          key={unit.unit}
          netId={draft.made.netId}
          templateId={unit.template.id}
          unit={unit}
          change={change}
        />
      )}
    </StepPanel>
  )
}

interface UnitPreviewProps {
  netId: number
  templateId: number
  unit: UnitDraft
  change: ChangeDraft
}

const UnitPreview = ({ templateId, ...rest }: UnitPreviewProps): ReactNode => {
  const template = useQuery(apiQuery('templates', 'get', { templateId }))
  return <Loaded query={template}>{({ paramTemplates }) => <Values all={paramTemplates} {...rest} />}</Loaded>
}

interface ValuesProps extends Omit<UnitPreviewProps, 'templateId'> {
  all: readonly ParamTemplate[]
}

const Values = ({ netId, unit, all, change }: ValuesProps): ReactNode => {
  const texts = useTexts()
  const { common, newNet } = texts
  const { number } = useFormat()
  const [first, setFirst] = useState(0)
  const params = useMemo(() => previewed(all), [all])
  const shown = useMemo(() => params.slice(first, first + columnsMax), [params, first])
  const { query, read } = usePreview(netId, unit.unit, shown)
  const isSilent = query.data?.every(({ result }) => 'err' in result) ?? false
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <span>
          {newNet.valuesShown({
            from: number(first + 1),
            till: number(first + shown.length),
            all: number(params.length),
          })}
        </span>
        <div className="flex flex-wrap gap-2">
          <Button disabled={first === 0} onClick={() => setFirst(first - columnsMax)}>
            {newNet.earlierValues}
          </Button>
          <Button disabled={first + columnsMax >= params.length} onClick={() => setFirst(first + columnsMax)}>
            {newNet.laterValues}
          </Button>
        </div>
      </div>
      <PreviewTable
        label={newNet.previewOf({ name: unit.name })}
        params={shown}
        all={all}
        read={read}
        chosen={unit.variant}
        onChoose={(variant) => change((draft) => ({ units: withUnit(draft.units, unit.unit, { variant }) }))}
      />
      {query.error !== null && <Notice tone="critical">{errorText(texts, query.error)}</Notice>}
      {isSilent && <Notice tone="warning">{newNet.previewFailed}</Notice>}
      <p className="text-sm text-quiet">{query.isPending ? common.loading : newNet.readEvery}</p>
    </>
  )
}
