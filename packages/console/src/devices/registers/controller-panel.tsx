import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useToastAfterClose } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { numberIn } from './registers.rules.ts'
import { writeFailure } from './write-register.tsx'

type Settings = Extract<AnswerOf<'raw', 'readControllerModbusSettings'>, { status: 'ok' }>

const byteFormats = ['8E1', '8O1', '8S1', '8M1 / 8N2', '8N1', '8N1 / 8N2'] as const

/** Controllers and time relays: serial settings, passwords and events. */
export const ControllerPanel = ({ netId }: { netId: number }): ReactNode => {
  const { registers } = useTexts()
  const [text, setText] = useState('1')
  const unit = numberIn(text, 1, 247)
  return (
    <Panel title={registers.controller}>
      <div className="px-4 pb-3">
        <NumberField
          label={registers.unit}
          className="w-24"
          isWhole
          value={text}
          error={unit === null ? '1–247' : undefined}
          onChange={setText}
        />
      </div>
      {unit !== null && (
        <div key={unit} className="divide-y divide-line border-t border-line">
          <SerialSettings netId={netId} unit={unit} />
          <Passwords netId={netId} unit={unit} />
          <RelayEvents netId={netId} unit={unit} />
        </div>
      )}
    </Panel>
  )
}

interface PartProps {
  netId: number
  unit: number
}

const through = (netId: number) => ({ connection: { kind: 'net-id', networkId: netId } }) as const

/** Callbacks of a mutation that show its outcome in a toast where the panel is gone. */
const useOutcomeToast = (unit: number, part: string) => {
  const texts = useTexts()
  const toastAfterClose = useToastAfterClose()
  const name = `${texts.registers.unit} ${unit}, ${part}`
  return {
    onSuccess: (answer: { status: 'ok' } | { status: 'error'; errorMessage: string }): void => {
      if (answer.status === 'ok') toastAfterClose(`${name}: ${texts.registers.answered}`)
      else toastAfterClose(`${name}: ${answer.errorMessage}`, 'warning')
    },
    onError: (error: Error): void => {
      const { text, tone } = writeFailure(texts, error)
      toastAfterClose(`${name}: ${text}`, tone)
    },
  }
}

/** Failed request: a negative answer of the device, or an error of the service. */
const Failed = ({ error, status }: { error: unknown; status: { errorMessage?: string } | undefined }): ReactNode => {
  const texts = useTexts()
  const text = error !== null ? errorText(texts, error) : status?.errorMessage
  return text !== undefined && <Notice tone="warning">{text}</Notice>
}

const SerialSettings = ({ netId, unit }: PartProps): ReactNode => {
  const { registers } = useTexts()
  const read = useMutation({
    mutationFn: () =>
      call('raw', 'readControllerModbusSettings', { deviceModbusId: unit, sku: 'controller', ...through(netId) }),
  })
  const settings = read.data?.status === 'ok' ? read.data : undefined
  return (
    <section className="flex flex-col items-start gap-2 px-4 py-3 text-sm">
      <h3 className="font-semibold">{registers.serial}</h3>
      <Button isBusy={read.isPending} onClick={() => read.mutate()}>
        {registers.read}
      </Button>
      <Failed error={read.error} status={read.data?.status === 'error' ? read.data : undefined} />
      {settings !== undefined && (
        <SerialForm key={JSON.stringify(settings)} netId={netId} unit={unit} settings={settings} />
      )}
    </section>
  )
}

const SerialForm = ({ netId, unit, settings }: PartProps & { settings: Settings }): ReactNode => {
  const { registers } = useTexts()
  const { number } = useFormat()
  const [newUnit, setNewUnit] = useState(String(settings.controllerUnitId))
  const [bitRate, setBitRate] = useState(String(settings.bitRate))
  const [byteFormat, setByteFormat] = useState(settings.byteFormat)
  const controllerUnitId = numberIn(newUnit, 1, 247)
  const rate = /^\d{2,6}$/.test(bitRate) ? Number(bitRate) : 0
  const isRight = controllerUnitId !== null && rate >= 75 && rate <= 230_400
  const write = useMutation({
    mutationFn: () =>
      call('raw', 'writeControllerModbusSettings', {
        deviceModbusId: unit,
        sku: 'controller',
        controllerUnitId: controllerUnitId ?? 1,
        bitRate: rate,
        byteFormat,
        ...through(netId),
      }),
    ...useOutcomeToast(unit, registers.serial),
  })
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField label={registers.unit} value={newUnit} onChange={({ target }) => setNewUnit(target.value)} />
        <TextField label={registers.bitRate} value={bitRate} onChange={({ target }) => setBitRate(target.value)} />
        <Choice
          label={registers.byteFormat}
          value={byteFormat}
          options={byteFormats.map((text, i) => [i, text] as const)}
          onChange={setByteFormat}
        />
      </div>
      {isRight && (
        <ConfirmButton
          act={registers.serialWrite}
          question={registers.serialQuestion({ unit: number(controllerUnitId), rate: number(rate) })}
          isBusy={write.isPending}
          onConfirm={() => write.mutate()}
        />
      )}
      <Failed error={write.error} status={write.data?.status === 'error' ? write.data : undefined} />
      {write.data?.status === 'ok' && <Notice>{registers.answered}</Notice>}
    </>
  )
}

const Passwords = ({ netId, unit }: PartProps): ReactNode => {
  const { registers } = useTexts()
  const [password, setPassword] = useState('')
  const send = useMutation({
    mutationFn: () =>
      call('raw', 'sendControllerPasswords', { deviceModbusId: unit, passwords: [password], ...through(netId) }),
    ...useOutcomeToast(unit, registers.passwords),
    onSettled: () => setPassword(''),
  })
  return (
    <form
      className="flex flex-col items-start gap-2 px-4 py-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <h3 className="font-semibold">{registers.passwords}</h3>
      <TextField
        label={registers.password}
        hint={registers.passwordHint}
        type="password"
        autoComplete="off"
        maxLength={19}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" isBusy={send.isPending}>
        {registers.passwordSend}
      </Button>
      <Failed error={send.error} status={send.data?.status === 'error' ? send.data : undefined} />
      {send.data?.status === 'ok' && <Notice>{registers.answered}</Notice>}
    </form>
  )
}

const clock = (seconds: number): string => {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${seconds < 0 ? '−' : ''}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const RelayEvents = ({ netId, unit }: PartProps): ReactNode => {
  const { registers } = useTexts()
  const read = useMutation({
    mutationFn: () =>
      call('em130', 'readEvents', {
        deviceModbusId: unit,
        sku: 'em130',
        numberOfEvents: 10,
        startWithFirst: true,
        ...through(netId),
      }),
  })
  const events = read.data?.status === 'ok' ? read.data.events : undefined
  return (
    <section className="flex flex-col items-start gap-2 px-4 py-3 text-sm">
      <h3 className="font-semibold">{registers.events}</h3>
      <Button isBusy={read.isPending} onClick={() => read.mutate()}>
        {registers.read}
      </Button>
      <Failed error={read.error} status={read.data?.status === 'error' ? read.data : undefined} />
      {events?.length === 0 && <p className="text-quiet">{registers.noEvents}</p>}
      <ul className="w-full divide-y divide-line">
        {events?.map(({ eventAddress, eventType, timeSwitchOn, timeSwitchOff, dayOfWeek }) => (
          <li key={eventAddress} className="py-1.5">
            {registers.event({ type: String(eventType), on: clock(timeSwitchOn), off: clock(timeSwitchOff) })}
            <span className="block font-mono text-xs text-quiet">
              {eventAddress} · {dayOfWeek.toString(2).padStart(7, '0')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
