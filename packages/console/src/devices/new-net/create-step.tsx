import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { apiQuery, call, keyOf, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { asWritten, isSame, type Variant } from '../../library/register-map/variants.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { readyUnits, repairedTemplate } from './draft.rules.ts'
import type { NetDraft, StepProps, UnitDraft } from './draft.ts'
import { StepButtons, StepPanel } from './steps.tsx'

type NewDevice = RequestOf<'devices', 'create'>['devices'][number]

/** Creates the devices, all or none. `onCreated` runs although the page was left: the draft must not create them again. */
const useCreate = (onCreated: (deviceIds: number[]) => void) => {
  const client = useQueryClient()
  const { orgId } = useOrg()
  return useMutation<number[], ApiError, NetDraft>({
    mutationFn: async (draft) => {
      const devices: NewDevice[] = []
      // Sequential: two units of one type share the template that is created for the first.
      for (const unit of readyUnits(draft)) devices.push(await deviceOf(client, orgId, unit, draft.periodSec))
      const { deviceIds } = await call('devices', 'create', { netId: draft.made?.netId ?? 0, devices })
      return deviceIds
    },
    onSuccess: (deviceIds) => {
      onCreated(deviceIds)
      return Promise.all([
        client.invalidateQueries({ queryKey: keyOf('nets', 'list') }),
        client.invalidateQueries({ queryKey: keyOf('nets', 'devices') }),
        client.invalidateQueries({ queryKey: keyOf('links', 'statistics') }),
      ])
    },
  })
}

/** If the user chose another variant of the template, it becomes a template of the organization, created once. */
const deviceOf = async (
  client: QueryClient,
  orgId: number,
  { unit, name, template, variant }: UnitDraft,
  updatePeriodSec: number,
): Promise<NewDevice> => {
  const device = { name: name.trim(), modbusUnitId: unit, updatePeriodSec }
  const templateId = template?.id ?? 0
  if (isSame(variant, asWritten)) return { ...device, templateId }
  const found = await client.fetchQuery(apiQuery('templates', 'get', { templateId }))
  const newTemplate = repairedTemplate(found, variant)
  const { name: wantedName, manufacturer, version } = newTemplate
  const known = (await call('templates', 'list', {})).find(
    (one) =>
      one.orgId === orgId && one.name === wantedName && one.manufacturer === manufacturer && one.version === version,
  )
  const { id } = known ?? (await call('templates', 'create', { orgId, ...newTemplate }))
  return { ...device, templateId: id }
}

const periodsSec = [1, 5, 10, 30, 60, 300] as const

/** All that was chosen, once more. */
export const CreateStep = ({ draft, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const { newNet } = texts
  const create = useCreate((deviceIds) => change(() => ({ deviceIds })))
  const units = readyUnits(draft)
  const send = (): void => create.mutate(draft, { onSuccess: () => go('done') })
  return (
    <StepPanel
      step="create"
      help={newNet.createHelp}
      actions={
        <StepButtons
          onBack={() => go('preview')}
          onNext={send}
          next={create.isPending ? newNet.creating : newNet.create({ count: units.length })}
          isReady={!create.isPending && units.every(({ name }) => name.trim() !== '')}
        />
      }
    >
      <UnitTable label={draft.name} units={units} />
      <div className="max-w-60">
        <Choice
          label={newNet.period}
          value={draft.periodSec}
          options={periodsSec.map((periodSec) => [periodSec, newNet.seconds({ count: periodSec })] as const)}
          onChange={(periodSec) => change(() => ({ periodSec }))}
        />
      </div>
      {create.error !== null && <Notice tone="critical">{errorText(texts, create.error)}</Notice>}
    </StepPanel>
  )
}

const UnitTable = ({ label, units }: { label: string; units: readonly UnitDraft[] }): ReactNode => {
  const { common, newNet } = useTexts()
  return (
    <table className="w-full border-collapse text-sm" aria-label={label}>
      <thead>
        <tr className="border-b border-line text-left text-quiet">
          <th scope="col" className="py-2 pr-4 font-medium">
            {newNet.unitNumber}
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            {common.name}
          </th>
          <th scope="col" className="py-2 font-medium">
            {newNet.template}
          </th>
        </tr>
      </thead>
      <tbody>
        {units.map(({ unit, name, template, variant }) => (
          <tr key={unit} className="border-b border-line last:border-b-0">
            <td className="py-2 pr-4 font-mono">{unit}</td>
            <td className="py-2 pr-4 break-words">{name}</td>
            <td className="py-2 break-words">
              {template?.name}
              <Otherwise variant={variant} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows how the chosen variant differs from the template. */
const Otherwise = ({ variant }: { variant: Variant }): ReactNode => {
  const { newNet } = useTexts()
  if (isSame(variant, asWritten)) return null
  const { swap, steps } = variant
  const parts = [
    ...(swap === 'none' ? [] : [newNet.swap[swap]]),
    ...(steps === 0 ? [] : [newNet.addressSteps({ steps: steps > 0 ? `+${steps}` : `−${-steps}` })]),
  ]
  return <span className="block text-quiet">{parts.join(', ')}</span>
}
