import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useNow } from '../format/use-now.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Since } from './since.tsx'
import { checkHints, countsOf, type DeviceTrouble, extentOf, type PolledDevice } from './trouble.rules.ts'

export interface TroubleNoticeProps {
  device: PolledDevice
  trouble: DeviceTrouble
  line: readonly PolledDevice[]
  netId: number
}

/** Why nothing is read from a device, since when, what to look at, and what the service does meanwhile. */
export const TroubleNotice = ({ device, trouble, line, netId }: TroubleNoticeProps): ReactNode => {
  const texts = useTexts()
  const { trouble: words } = texts
  const hints = checkHints(trouble, extentOf(line))
  return (
    <Notice tone="unknown">
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-base font-semibold">
              <Since trouble={trouble} />
            </h2>
            {trouble.reason !== undefined && <p>{reasonText(texts, trouble.reason)}.</p>}
            <p>
              <Situation device={device} trouble={trouble} line={line} />
            </p>
            {device.lastGoodReadOn !== undefined && <p>{words.oldValues}</p>}
          </div>
          <Link to="/nets/$id" params={{ id: netId }} className={buttonClass()}>
            {words.toNet}
          </Link>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          {hints.length > 0 && (
            <div>
              <h3 className="font-semibold">{words.lookAt}</h3>
              <ol className="list-decimal pl-5">
                {hints.map((hint) => (
                  <li key={hint}>{words.looks[hint]}</li>
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

const Situation = ({ device, trouble, line }: Pick<TroubleNoticeProps, 'device' | 'trouble' | 'line'>): ReactNode => {
  const { trouble: words } = useTexts()
  const { number } = useFormat()
  if (trouble.kind !== 'no-answer') return null
  const { all, silent } = countsOf(line)
  switch (extentOf(line)) {
    case 'alone':
      return words.alone(device.modbusUnitId)
    case 'some':
      return words.some(number(silent), number(all))
    case 'all':
      return words.all
    case 'only':
      return null
  }
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
      {isPolled && <li>{words.triesEvery(span(updatePeriodSec * 1000))}</li>}
      {isPolled && nextReadOn !== undefined && Date.parse(nextReadOn) > now && (
        <li>{words.nextTry(moment(nextReadOn, now))}</li>
      )}
      <li>{words.keepsAlerts}</li>
    </ul>
  )
}
