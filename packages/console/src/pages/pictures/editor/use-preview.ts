import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'
import type { Faceplates } from '../../../pictures/model/faceplate.rules.ts'
import { bindingsOf } from '../../../pictures/model/load-picture.ts'
import type { PictureModel } from '../../../pictures/model/picture-model.ts'
import { inputsOf } from '../../../pictures/viewer/inputs.rules.ts'
import type { PictureValues } from '../../../pictures/viewer/picture-values.ts'
import { serviceLanguage, useLanguage } from '../../../state/preferences.ts'

/** Not tried, with what is read, or with what is made up. */
type PreviewMode = 'off' | 'live' | 'madeUp'

export interface PreviewControl {
  mode: PreviewMode
  setMode: (mode: PreviewMode) => void
  /** Undefined while it is not tried. */
  values: PictureValues | undefined
  error: Error | null
  inputs: readonly number[]
  madeUp: Readonly<Record<string, string>>
  setMadeUp: (paramId: number, value: string) => void
}

const refetchInterval = 5000

/** The picture as it would be seen, before it is saved: the service works its bindings out. */
export const usePreview = (model: PictureModel, plates: Faceplates): PreviewControl => {
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const [mode, setMode] = useState<PreviewMode>('off')
  const [madeUp, setMadeUp] = useState<Readonly<Record<string, string>>>({})
  const bindings = bindingsOf(model, plates).filter(({ arg }) => arg === undefined)
  const filled = Object.fromEntries(Object.entries(madeUp).filter(([, value]) => value !== ''))
  const tried = useQuery({
    ...apiQuery('visualizations', 'tryBindings', {
      orgId,
      bindings,
      lang,
      ...(mode === 'madeUp' && { values: filled }),
    }),
    enabled: mode !== 'off',
    placeholderData: keepPreviousData,
    refetchInterval: mode === 'live' ? refetchInterval : false,
  })
  return {
    mode,
    setMode,
    values: mode === 'off' ? undefined : (tried.data ?? {}),
    error: mode === 'off' ? null : tried.error,
    inputs: [...inputsOf({ bindings })],
    madeUp,
    setMadeUp: (paramId, value) => setMadeUp((before) => ({ ...before, [paramId]: value })),
  }
}
