import type { VisItem } from '@busbar/diagrams'
import { formatDecimal } from '@busbar/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useLocale } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { usePolledDevice } from '../../devices/use-polled-device.ts'
import { isWritable } from '../../readings/values/is-writable.ts'
import { useParamStates } from '../../readings/values/param-states.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { WriteDialog } from '../../readings/values/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { LoadError } from '../../ui/feedback/loaded.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'

type Control = NonNullable<VisItem['control']>
type Param = AnswerOf<'devices', 'params'>[number]

export interface ControlDialogProps {
  name: string
  control: Control
  /** Element that is written: the service enforces the limits of its control. */
  element: { visId: number; code: string }
  /** Value to write; undefined if the user enters it. */
  value: string | undefined
  onClose: () => void
}

/** Writes what a control of a picture stands for: with what the device holds now, confirmed, and with what came of it. */
export const ControlDialog = ({ name, control, element, value, onClose }: ControlDialogProps): ReactNode => {
  const { pictures, common } = useTexts()
  const language = useLanguage()
  const { locale } = useLocale()
  const { paramId } = control
  const info = useQuery(apiQuery('params', 'info', { paramIds: [paramId] }))
  const { deviceId, networkId } = info.data?.[0] ?? {}
  const params = useQuery({
    ...apiQuery('devices', 'params', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
  })
  const device = useQuery({
    ...apiQuery('devices', 'get', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
  })
  const states = useParamStates(deviceId, [paramId])
  const { device: polled } = usePolledDevice(networkId, deviceId)
  const param = params.data?.find(({ id }) => id === paramId)
  if (param === undefined || device.data === undefined || states.data === undefined) {
    const isGone = info.data?.length === 0 || (params.data !== undefined && param === undefined)
    const failed = [info, params, device, states].find(({ isError, data }) => isError && data === undefined)
    return (
      <Dialog title={name} isOpen onClose={onClose}>
        {isGone ? (
          <p>{pictures.cannotWrite}</p>
        ) : failed !== undefined ? (
          <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Dialog>
    )
  }
  if (!isWritable(param)) {
    return (
      <Dialog title={name} isOpen onClose={onClose}>
        <p>{pictures.cannotWrite}</p>
        <div className="mt-4 flex justify-end">
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </Dialog>
    )
  }
  const { isTracked } = param
  const { updatePeriodSec } = device.data
  return (
    <WriteDialog
      param={withLimits(param, control)}
      state={states.data[paramId] ?? {}}
      reading={{ isTracked, updatePeriodSec, device: polled }}
      {...(value !== undefined && { wanted: { value, shown: shownValue(param, value, language, locale) } })}
      element={element}
      onClose={onClose}
    />
  )
}

/** Within what the parameter allows, and what is allowed here. */
const withLimits = (param: Param, { min, max }: Control): Param => ({
  ...param,
  ...(min !== undefined && { min: Math.max(min, Number(param.min ?? min)) }),
  ...(max !== undefined && { max: Math.min(max, Number(param.max ?? max)) }),
})

const shownValue = (
  { enum: states, unitName = '' }: Param,
  value: string,
  language: 'en' | 'pl' | 'ru' | 'uk',
  locale: string,
): string => {
  const state = states?.[value]
  if (state !== undefined) return paramText(state, language)
  const shown = formatDecimal(value, locale)
  return unitName === '' ? shown : `${shown}\u00a0${unitName}`
}
