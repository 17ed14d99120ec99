import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Facts } from '../../ui/layout/page.tsx'
import { paramText } from './param-text.ts'
import { isFresh, type ParamState, qualityOf, type Reading } from './quality.rules.ts'
import { useWrite } from './use-write.ts'
import type { WriteOutcome } from './write.rules.ts'
import { WriteField } from './write-field.tsx'

type Param = AnswerOf<'devices', 'params'>[number]

/** A value to be written, and how people read it. */
export interface ValueToWrite {
  value: string
  shown: string
}

export interface WriteDialogProps {
  param: Param
  /** Current state of the value; undefined until loaded. */
  state: ParamState | undefined
  reading: Reading
  /** Value to write, if it is known: it only needs confirmation. */
  wanted?: ValueToWrite
  /** The control of a picture through which it is written: the service holds what that allows. */
  element?: { visId: number; code: string }
  onClose: () => void
}

/** Writes a value to a device: it is entered, confirmed, sent, and its result is shown. */
export const WriteDialog = ({
  param,
  state,
  reading,
  wanted: initial,
  element,
  onClose,
}: WriteDialogProps): ReactNode => {
  const { common, device, param: paramTexts } = useTexts()
  const language = useLanguage()
  const [wanted, setWanted] = useState<ValueToWrite | null>(initial ?? null)
  const name = paramText(param.name, language)
  const { write, isPending, outcome } = useWrite({ paramId: param.id, name, element })
  const info = useQuery(apiQuery('params', 'info', { paramIds: [param.id] })).data?.[0]
  const current = <OldValue state={state} reading={reading} />
  return (
    <Dialog title={device.writeTitle({ name })} isOpen onClose={onClose}>
      {outcome !== null ? (
        <WriteResult outcome={outcome} onClose={onClose} />
      ) : wanted === null ? (
        <WriteField param={param} current={current} currentValue={state?.value} onValue={setWanted} onClose={onClose} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            {current}
            <span aria-hidden="true">→</span>
            <span className="sr-only">{device.becomes}</span>
            <strong className="font-medium">{wanted.shown}</strong>
          </p>
          <div className="-mx-4">
            <Facts
              facts={[
                [paramTexts.register, `${param.registerKind} ${param.address}, ${param.valueType}`],
                [common.device, info?.deviceName ?? <Skeleton key="device" />],
                [common.network, info?.networkName ?? <Skeleton key="network" />],
              ]}
            />
          </div>
          <p className="mt-2 text-sm text-quiet">{device.writeHelp}</p>
          {isPending && (
            <p role="status" className="mt-2 text-sm text-quiet">
              {device.writing}
            </p>
          )}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button disabled={isPending} onClick={() => (initial === undefined ? setWanted(null) : onClose())}>
              {common.cancel}
            </Button>
            <Button variant="primary" isChange disabled={isPending} onClick={() => write(wanted.value)}>
              {device.setTo({ value: wanted.shown })}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** Last read value of the device with its time: the user should know its age before changing it. */
const OldValue = ({ state, reading }: Pick<WriteDialogProps, 'state' | 'reading'>): ReactNode => {
  const { trouble } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  if (state?.formattedValue === undefined || state.readOn === undefined) return <span>—</span>
  const isNow = isFresh(qualityOf(state, reading, now))
  return (
    <span className={isNow ? '' : 'text-quiet'}>
      <span className="font-medium">{state.formattedValue}</span>{' '}
      <span className="text-sm text-quiet">{trouble.asOf({ when: moment(state.readOn, now) })}</span>
    </span>
  )
}

const tones = { done: 'info', unclear: 'warning', refused: 'critical' } as const

/** The result of a write, also where it is unclear. */
const WriteResult = ({ outcome, onClose }: { outcome: WriteOutcome; onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { common, device } = texts
  return (
    <>
      <Notice tone={tones[outcome.kind]}>
        {outcome.kind === 'done' && <p>{device.done({ value: outcome.shown })}</p>}
        {outcome.kind === 'unclear' && <p>{device.unclear}</p>}
        {outcome.kind === 'refused' && <p>{device.refused}</p>}
        {outcome.kind !== 'done' && <p className="mt-1 text-sm">{reasonText(texts, outcome.why)}</p>}
      </Notice>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </>
  )
}
