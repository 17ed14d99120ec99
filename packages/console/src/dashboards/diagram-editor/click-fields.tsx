import type { PlacedElement } from '@busbar/diagrams'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from './number-field.tsx'

type ClickAction = 'none' | 'go' | NonNullable<PlacedElement['control']>['kind']

export interface ClickFieldsProps {
  item: PlacedElement
  visId: number
  onChange: (item: PlacedElement) => void
}

/** Click action: none, another diagram, or a write after confirmation. */
export const ClickFields = ({ item, visId, onChange }: ClickFieldsProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('visualizations', 'overview', { orgId }))
  const others = list.data?.filter(({ id, kind }) => id !== visId && kind === 'picture') ?? []
  const { go, control, ...rest } = item
  const click: ClickAction = go === undefined ? (control?.kind ?? 'none') : 'go'
  const choose = (next: ClickAction): void => {
    if (next === 'none') onChange(rest)
    else if (next === 'go') onChange({ ...rest, go: { visId: others[0]?.id ?? visId } })
    else onChange({ ...rest, control: { ...control, kind: next, paramId: control?.paramId ?? 0 } })
  }
  const setControl = (more: Partial<NonNullable<PlacedElement['control']>>): void => {
    if (control !== undefined) onChange({ ...rest, control: { ...control, ...more } })
  }
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={texts.click}
        value={click}
        options={[
          ['none', texts.clickChart],
          ['go', texts.clickGo],
          ['switch', texts.clickSwitch],
          ['setPoint', texts.clickSet],
          ['slider', texts.clickSlider],
          ['button', texts.clickButton],
        ]}
        onChange={choose}
      />
      {go !== undefined && (
        <Choice
          label={texts.clickGo}
          value={go.visId}
          options={others.map(({ id, name }) => [id, name] as const)}
          onChange={(next) => onChange({ ...rest, go: { visId: next } })}
        />
      )}
      {control !== undefined && (
        <>
          <ParamSearch
            label={texts.writes}
            paramId={control.paramId || null}
            onChoose={({ id }) => setControl({ paramId: id })}
          />
          {(control.kind === 'switch' || control.kind === 'button') && (
            <TextField
              label={texts.onValue}
              value={control.on ?? '1'}
              maxLength={200}
              onChange={({ target }) => setControl({ on: target.value })}
            />
          )}
          {control.kind === 'switch' && (
            <TextField
              label={texts.offValue}
              value={control.off ?? '0'}
              maxLength={200}
              onChange={({ target }) => setControl({ off: target.value })}
            />
          )}
          {(control.kind === 'setPoint' || control.kind === 'slider') && (
            <div className="grid grid-cols-2 gap-2">
              <NumberField label={texts.least} value={control.min} onChange={(min) => setControl({ min })} />
              <NumberField label={texts.most} value={control.max} onChange={(max) => setControl({ max })} />
              {control.kind === 'slider' && (
                <NumberField label={texts.step} value={control.step} onChange={(step) => setControl({ step })} />
              )}
            </div>
          )}
          <Choice
            label={texts.whoMay}
            value={control.role ?? 'operator'}
            options={(['operator', 'manager', 'owner'] as const).map((role) => [role, texts.roles[role]] as const)}
            onChange={(role) => setControl({ role })}
          />
        </>
      )}
    </div>
  )
}
