import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { ask, call, keyOf, type RequestOf } from '../../../api/ask.ts'
import { readyUnits } from '../draft/draft.rules.ts'
import { asWritten, type Draft, type UnitDraft } from '../draft/draft.ts'
import { isSame, varied } from '../preview/variants.rules.ts'

type NewDevice = RequestOf<'devices', 'create'>['devices'][number]

/** Makes the devices, all or none; gives their ids. */
export const useCreate = () => {
  const client = useQueryClient()
  return useMutation<number[], ApiError, Draft>({
    mutationFn: async (draft) => {
      const devices = await Promise.all(readyUnits(draft).map((unit) => deviceOf(client, unit, draft.periodSec)))
      const { deviceIds } = await call('devices', 'create', { netId: draft.made?.netId ?? 0, devices })
      return deviceIds
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf('nets', 'list') }),
        client.invalidateQueries({ queryKey: keyOf('nets', 'devices') }),
        client.invalidateQueries({ queryKey: keyOf('links', 'statistics') }),
      ]),
  })
}

/** Where another row than the template's was chosen, the device gets parameters of its own. */
const deviceOf = async (
  client: QueryClient,
  { unit, name, template, variant }: UnitDraft,
  updatePeriodSec: number,
): Promise<NewDevice> => {
  const device = { name: name.trim(), modbusUnitId: unit, updatePeriodSec }
  const templateId = template?.id ?? 0
  if (isSame(variant, asWritten)) return { ...device, templateId }
  const found = await client.fetchQuery(ask('templates', 'get', { templateId }))
  const { paramTemplates, readGroupSize, writeFunction } = found
  return { ...device, readGroupSize, writeFunction, params: paramTemplates.map((param) => varied(param, variant)) }
}
