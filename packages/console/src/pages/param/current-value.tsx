import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { TroubleNotice } from '../../devices/trouble-notice.tsx'
import { usePolledDevice } from '../../devices/use-polled-device.ts'
import { AddToDashboard } from '../../params/add-to-dashboard.tsx'
import { AgedValue } from '../../params/aged-value.tsx'
import { isWritable } from '../../params/is-writable.ts'
import { useParamStates } from '../../params/use-param-states.ts'
import { useReadNow } from '../../params/use-read-now.ts'
import { useValueText } from '../../params/use-value-text.ts'
import { ValueAge } from '../../params/value-age.tsx'
import { ValueQuality } from '../../params/value-quality.tsx'
import { WriteDialog } from '../../params/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { Value } from '../../ui/layout/value.tsx'

export interface CurrentValueProps {
  param: AnswerOf<'devices', 'params'>[number]
  info: AnswerOf<'params', 'info'>[number]
}

/** What a parameter says now, how good that is, and where it comes from. */
export const CurrentValue = ({ param, info }: CurrentValueProps): ReactNode => {
  const { common, device: deviceTexts, param: texts } = useTexts()
  const mayWrite = useMay('operator') && isWritable(param)
  const isManager = useMay('manager')
  const [isWriting, setIsWriting] = useState(false)
  const device = useQuery(ask('devices', 'get', { deviceId: param.deviceId }))
  const states = useParamStates(param.deviceId, [param.id])
  const asked = useReadNow([param.id])
  const valueText = useValueText()
  const state = (param.isTracked ? undefined : asked.states[param.id]) ?? states.data?.[param.id] ?? {}
  const { device: polled, line } = usePolledDevice(info.networkId, info.deviceId)
  const reading = { isTracked: param.isTracked, updatePeriodSec: device.data?.updatePeriodSec ?? 60, device: polled }
  const buttons = (
    <div className="flex flex-wrap gap-2">
      {!param.isTracked && (
        <Button disabled={asked.isReading} onClick={asked.read}>
          {texts.readNow}
        </Button>
      )}
      {mayWrite && <Button onClick={() => setIsWriting(true)}>{texts.write}</Button>}
      {isManager && <AddToDashboard paramIds={[param.id]} />}
    </div>
  )
  return (
    <Panel title={texts.current} aside={buttons}>
      {polled?.trouble !== undefined && line !== undefined && (
        <TroubleNotice device={polled} trouble={polled.trouble} line={line} netId={info.networkId} />
      )}
      <p className="px-4 pt-3 break-words" aria-live="off">
        {states.isPending ? (
          <Skeleton className="h-9 w-40" />
        ) : (
          <AgedValue state={state} reading={reading}>
            <Value text={valueText(param, state)} size="page" />
          </AgedValue>
        )}
      </p>
      <Facts
        facts={[
          [
            deviceTexts.quality,
            states.isPending ? (
              <Skeleton key="quality" />
            ) : (
              <ValueQuality key="quality" state={state} reading={reading} />
            ),
          ],
          [
            common.lastRead,
            states.isPending ? <Skeleton key="read" /> : <ValueAge key="read" state={state} reading={reading} />,
          ],
          [
            texts.device,
            <span key="device">
              <Link to="/nets/$id" params={{ id: info.networkId }}>
                {info.networkName}
              </Link>
              {' › '}
              <Link to="/devices/$id" params={{ id: info.deviceId }}>
                {info.deviceName}
              </Link>
            </span>,
          ],
          [texts.register, `${param.registerKind} ${param.address}, ${param.valueType}`],
        ]}
      />
      {isWriting && <WriteDialog param={param} state={state} reading={reading} onClose={() => setIsWriting(false)} />}
    </Panel>
  )
}
