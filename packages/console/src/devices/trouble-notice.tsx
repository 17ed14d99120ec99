import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import {
  type DeviceTrouble,
  type Diagnosis,
  findingOf,
  type PolledDevice,
  useDiagnosis,
} from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Since } from './device-state.tsx'
import { Findings, useFindingWords } from './findings.tsx'

/** Problem of a device with the verdict of the bus diagnosis; nothing if all is well. */
export const DeviceVerdict = ({ device, netId }: { device: PolledDevice; netId: number }): ReactNode => {
  const { data: diagnosed } = useDiagnosis(netId)
  const { trouble } = device
  if (trouble !== undefined) return <TroubleNotice device={device} trouble={trouble} netId={netId} found={diagnosed} />
  return diagnosed !== undefined && <Findings found={diagnosed} unit={device.modbusUnitId} />
}

interface TroubleNoticeProps {
  device: PolledDevice
  trouble: DeviceTrouble
  netId: number
  /** Undefined until it is known. */
  found: Diagnosis | undefined
}

/** Why nothing is read from a device, since when, what to look at, and what the service does meanwhile. */
const TroubleNotice = ({ device, trouble, netId, found }: TroubleNoticeProps): ReactNode => {
  const texts = useTexts()
  const { trouble: words } = texts
  const wordsOf = useFindingWords({ units: found?.units ?? [] })
  const finding = findingOf(device, found?.findings ?? [])
  const verdict = finding && wordsOf(finding)
  const steps = verdict?.steps ?? (trouble.kind === 'unreadable' ? words.unreadableSteps : [])
  const isUndecided = found !== undefined && steps.length === 0 && trouble.kind !== 'paused'
  return (
    <Notice tone="unknown">
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-base font-semibold">
              <Since trouble={trouble} />
            </h2>
            {trouble.reason !== undefined && <p>{reasonText(texts, trouble.reason)}.</p>}
            {verdict !== undefined && (
              <p>
                <strong className="font-semibold">{verdict.title}.</strong> {verdict.seen}
              </p>
            )}
            {isUndecided && <p>{words.undecided}</p>}
            {device.lastGoodReadOn !== undefined && <p>{words.oldValues}</p>}
          </div>
          <Link to="/nets/$id" params={{ id: netId }} className={buttonClass()}>
            {words.toNet}
          </Link>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          {steps.length > 0 && (
            <div>
              <h3 className="font-semibold">{words.lookAt}</h3>
              <ol className="list-decimal pl-5">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          )}
          <div>
            <h3 className="font-semibold">{words.does}</h3>
            <Does device={device} trouble={trouble} />
          </div>
        </div>
      </div>
    </Notice>
  )
}

const Does = ({ device, trouble: { kind } }: Pick<TroubleNoticeProps, 'device' | 'trouble'>): ReactNode => {
  const { trouble: words } = useTexts()
  const { moment, span } = useFormat()
  const now = useNow()
  const { nextReadOn, updatePeriodSec } = device
  const isPolled = kind === 'no-answer' || kind === 'refused'
  return (
    <ul className="list-disc pl-5">
      {kind === 'paused' && <li>{words.readsNothing}</li>}
      {kind === 'gateway-away' && <li>{words.waitsForGateway}</li>}
      {kind === 'link-down' && <li>{words.dials}</li>}
      {isPolled && <li>{words.triesEvery({ span: span(updatePeriodSec * 1000) })}</li>}
      {isPolled && nextReadOn !== undefined && Date.parse(nextReadOn) > now && (
        <li>{words.nextTry({ when: moment(nextReadOn, now) })}</li>
      )}
      <li>{words.keepsAlerts}</li>
    </ul>
  )
}
