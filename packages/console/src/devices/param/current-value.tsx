import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { AddToDashboard } from '../../readings/values/add-to-dashboard.tsx'
import { AgedValue } from '../../readings/values/aged-value.tsx'
import { isWritable } from '../../readings/values/is-writable.ts'
import { withReadBack } from '../../readings/values/quality.rules.ts'
import { useReadBacks } from '../../readings/values/read-backs.ts'
import { useParamStates } from '../../readings/values/use-param-states.ts'
import { useReadNow } from '../../readings/values/use-read-now.ts'
import { useValueText } from '../../readings/values/use-value-text.ts'
import { ValueAge } from '../../readings/values/value-age.tsx'
import { ValueQuality } from '../../readings/values/value-quality.tsx'
import { WriteDialog } from '../../readings/values/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { DeviceVerdict } from '../trouble-notice.tsx'
import { usePolledDevice } from '../use-polled-device.ts'
import type { ParamTabProps } from './param-page.tsx'

/** What a parameter says now, how good that is and how old. */
export const CurrentValue = ({ param, info }: ParamTabProps): ReactNode => {
  const { common, device: deviceTexts, param: texts } = useTexts()
  const mayWrite = useHasRole('operator') && isWritable(param)
  const isManager = useHasRole('manager')
  const [isWriting, setIsWriting] = useState(false)
  const device = useQuery(apiQuery('devices', 'get', { deviceId: param.deviceId }))
  const states = useParamStates(param.deviceId, [param.id])
  const readNow = useReadNow([param.id])
  const valueText = useValueText()
  const readBack = useReadBacks().get(param.id)
  const read = (param.isTracked ? undefined : readNow.states[param.id]) ?? states.data?.[param.id] ?? {}
  const state = withReadBack(read, readBack)
  const { device: polled } = usePolledDevice(info.networkId, info.deviceId)
  const reading = { isTracked: param.isTracked, updatePeriodSec: device.data?.updatePeriodSec ?? 60, device: polled }
  const known = (shown: ReactNode, className?: string): ReactNode =>
    states.isPending ? <Skeleton {...(className !== undefined && { className })} /> : shown
  return (
    <>
      {polled !== undefined && <DeviceVerdict device={polled} netId={info.networkId} />}
      <section
        aria-label={texts.current}
        className="flex flex-wrap items-end gap-x-8 gap-y-3 rounded-card border border-line bg-surface px-4 py-3"
      >
        <p className="break-words" aria-live="off">
          {known(
            <AgedValue state={state} reading={reading}>
              <Value text={valueText(param, state)} size="page" />
            </AgedValue>,
            'h-9 w-40',
          )}
        </p>
        <Fact name={deviceTexts.quality}>{known(<ValueQuality state={state} reading={reading} />)}</Fact>
        <Fact name={common.lastRead}>{known(<ValueAge state={state} reading={reading} />)}</Fact>
        <div className="ml-auto flex flex-wrap gap-2">
          {!param.isTracked && (
            <Button disabled={readNow.isReading} onClick={readNow.read}>
              {texts.readNow}
            </Button>
          )}
          {mayWrite && <Button onClick={() => setIsWriting(true)}>{texts.write}</Button>}
          {isManager && <AddToDashboard paramIds={[param.id]} />}
        </div>
        {isWriting && <WriteDialog param={param} state={state} reading={reading} onClose={() => setIsWriting(false)} />}
      </section>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <div className="text-sm">
    <p className="text-xs text-faint">{name}</p>
    <p className="min-h-5">{children}</p>
  </div>
)
