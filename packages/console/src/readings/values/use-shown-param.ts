import { decimalsOf } from '@busbar/ui/quantity'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from './param-text.ts'

export interface ParamFormat {
  /** In the user's language; undefined until it is known. */
  name: string | undefined
  /** A state by its name, a number with its decimals, a text as it is; without the unit. */
  valueText: (value: string | number) => string
  isState: (value: string | number) => boolean
}

/** Definitions of parameters change rarely. */
const staleTime = 300_000

/** How a parameter and its values are shown to people, wherever only its ids are known. */
export const useShownParam = (deviceId: number | undefined, paramId: number): ParamFormat => {
  const language = useLanguage()
  const { decimal, number } = useFormat()
  const params = useQuery({
    ...apiQuery('devices', 'params', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
    staleTime,
  })
  const param = params.data?.find(({ id }) => id === paramId)
  return useMemo(() => {
    const { name, enum: states } = param ?? {}
    const valueText = (value: string | number): string => {
      const state = states?.[String(value)]
      if (state !== undefined) return paramText(state, language)
      if (!Number.isFinite(Number(value))) return String(value)
      return param === undefined ? number(value) : decimal(value, decimalsOf(param, Number(value)))
    }
    return {
      name: name === undefined ? undefined : paramText(name, language),
      valueText,
      isState: (value) => states?.[String(value)] !== undefined,
    }
  }, [param, language, decimal, number])
}
