import type { ChartSeries } from '@busbar/charts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { type Language, useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../values/param-text.ts'

type Param = AnswerOf<'devices', 'params'>[number]
type SeriesParam = AnswerOf<'params', 'info'>[number]

/** Loads the series of parameters in their order, without missing ones and texts. Null until all are loaded. */
export const useChartSeries = (paramIds: readonly number[]): readonly ChartSeries[] | null => {
  const language = useLanguage()
  const ids = paramIds.join(' ')
  const info = useQuery({
    ...apiQuery('params', 'info', { paramIds: [...paramIds] }),
    placeholderData: (before) => before,
  })
  const seriesParams = info.data ?? none
  const deviceIds = [...new Set(seriesParams.map(({ deviceId }) => deviceId))]
  const params = useQueries({
    queries: deviceIds.map((deviceId) => apiQuery('devices', 'params', { deviceId })),
    combine: (all) => (all.some(({ data }) => data === undefined) ? null : all.flatMap(({ data = [] }) => data)),
  })
  return useMemo(() => {
    if (info.data === undefined || params === null) return null
    return ids.split(' ').flatMap((id) => {
      const param = params.find((one) => one.id === Number(id))
      const seriesParam = seriesParams.find((one) => one.id === Number(id))
      if (param === undefined || seriesParam === undefined || param.valueType === 'string') return []
      return [seriesOf(param, language, deviceLabelOf(seriesParam, seriesParams))]
    })
  }, [ids, info.data, seriesParams, params, language])
}

const none: AnswerOf<'params', 'info'> = []

/** Its device, and its network where another device is named alike. */
const deviceLabelOf = ({ deviceId, deviceName, networkName }: SeriesParam, all: readonly SeriesParam[]): string =>
  all.some((one) => one.deviceName === deviceName && one.deviceId !== deviceId)
    ? `${networkName}, ${deviceName}`
    : deviceName

const seriesOf = (param: Param, language: Language, deviceLabel: string): ChartSeries => {
  const { id, deviceId, unitName, valueType } = param
  const labels = Object.entries(param.enum ?? {}).map(([value, text]) => [value, paramText(text, language)])
  return {
    paramId: id,
    deviceId,
    name: paramText(param.name, language),
    deviceLabel,
    unit: unitName,
    resolution: param,
    isStepped: valueType === 'bit' || valueType === 'enum' || valueType === 'bitmask' || labels.length > 0,
    labels: labels.length === 0 ? undefined : (Object.fromEntries(labels) as Record<string, string>),
  }
}
