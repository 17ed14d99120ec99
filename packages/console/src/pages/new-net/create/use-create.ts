import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { apiQuery, call, keyOf, type RequestOf } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { asWritten } from '../../../register-map/variant.ts'
import { isSame } from '../../../register-map/variants.rules.ts'
import { readyUnits } from '../draft/draft.rules.ts'
import type { NetDraft, UnitDraft } from '../draft/draft.ts'
import { repairedTemplate } from './repaired.rules.ts'

type NewDevice = RequestOf<'devices', 'create'>['devices'][number]

/** Creates the devices, all or none. `onCreated` runs although the page was left: the draft must not create them again. */
export const useCreate = (onCreated: (deviceIds: number[]) => void) => {
  const client = useQueryClient()
  const { orgId } = useOrg()
  return useMutation<number[], ApiError, NetDraft>({
    mutationFn: async (draft) => {
      const devices: NewDevice[] = []
      // One after the other: two units of one kind share the template that is made for the first.
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

/** Where another row than the template's was chosen, it becomes a template of the organization's own, made once. */
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
