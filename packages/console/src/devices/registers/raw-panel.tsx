import { isReading } from '@busbar/modbus'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useToastAfterClose } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { answerOf, fromHex, hexText, madeFunctions, numberIn, pduOf, type RawDraft } from './registers.rules.ts'
import { writeFailure } from './write-register.tsx'

/** Any request to any unit, and what it answers. What may change something asks first. */
export const RawPanel = ({ netId }: { netId: number }): ReactNode => {
  const allTexts = useTexts()
  const { rawRequest: texts, registers } = allTexts
  const toastAfterClose = useToastAfterClose()
  const [unitText, setUnitText] = useState('1')
  const [draft, setDraft] = useState<RawDraft>({ fn: '3', address: '0', number: '1', hex: '' })
  const unit = numberIn(unitText, 1, 255)
  const pdu = pduOf(draft)
  const send = useMutation({
    mutationFn: (sent: { unit: number; pdu: Uint8Array }) =>
      call('raw', 'request', {
        deviceModbusId: sent.unit,
        pdu: hexText(sent.pdu).replaceAll(' ', ''),
        connection: { kind: 'net-id', networkId: netId },
      }),
    onSuccess: (answer, { unit: to, pdu: sent }) => {
      const { text, tone } = shownOutcome(allTexts, answer)
      if (!isReading(sent)) toastAfterClose(`${registers.unit} ${to}: ${text}`, tone)
    },
    onError: (error, { unit: to, pdu: sent }) => {
      const { text, tone } = writeFailure(allTexts, error)
      if (!isReading(sent)) toastAfterClose(`${registers.unit} ${to}: ${text}`, tone)
    },
  })
  const ask = (): void => {
    if (unit !== null && pdu !== null) send.mutate({ unit, pdu })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pdu !== null && isReading(pdu)) ask()
  }
  const typed = (name: 'address' | 'number') => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const isWrite = draft.fn === '5' || draft.fn === '6'
  return (
    <Panel title={texts.title}>
      <form onSubmit={submit} className="flex flex-col gap-3 px-4 pb-4 text-sm">
        <p className="text-quiet">{texts.help}</p>
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label={registers.unit}
            isWhole
            value={unitText}
            error={unit === null ? '1–255' : undefined}
            onChange={setUnitText}
          />
          <Choice
            label={texts.fn}
            value={draft.fn}
            options={madeFunctions.map((fn) => [fn, texts.functions[fn]] as const)}
            onChange={(fn) => setDraft({ ...draft, fn })}
          />
          {draft.fn === 'hex' ? (
            <TextField
              className="col-span-2 font-mono"
              label={texts.bytes}
              hint={texts.bytesHint}
              autoComplete="off"
              spellCheck={false}
              value={draft.hex}
              onChange={({ target }) => setDraft({ ...draft, hex: target.value })}
            />
          ) : (
            draft.fn !== '17' && (
              <>
                <NumberField label={registers.address} isWhole {...typed('address')} />
                <NumberField label={isWrite ? texts.value : registers.count} isWhole {...typed('number')} />
              </>
            )
          )}
        </div>
        <p className="font-mono text-xs break-all text-quiet">{pdu === null ? '—' : hexText(pdu)}</p>
        <div>
          {unit !== null && pdu !== null && !isReading(pdu) ? (
            <ConfirmButton
              act={texts.sendWrite}
              question={texts.question({ unit, bytes: hexText(pdu) })}
              isBusy={send.isPending}
              onConfirm={ask}
            />
          ) : (
            <Button type="submit" isBusy={send.isPending} disabled={unit === null || pdu === null}>
              {texts.send}
            </Button>
          )}
        </div>
        <Outcome error={send.error} answer={send.data} />
      </form>
    </Panel>
  )
}

type Answer = AnswerOf<'raw', 'request'>

/** The outcome of a request in a sentence. */
const shownOutcome = (texts: Texts, answer: Answer): { text: string; tone: 'ok' | 'warning' | 'critical' } => {
  const { registers } = texts
  if ('err' in answer) {
    const isUnclear = answer.err.startsWith('unclear: ')
    const reason = reasonText(texts, answer.err.replace('unclear: ', ''))
    return isUnclear ? { text: `${registers.unclear} ${reason}`, tone: 'warning' } : { text: reason, tone: 'critical' }
  }
  const shown = answerOf(fromHex(answer.pdu))
  if (shown.kind === 'exception') return { text: reasonText(texts, shown.name), tone: 'critical' }
  return { text: registers.answered, tone: 'ok' }
}

const Outcome = ({ error, answer }: { error: unknown; answer: Answer | undefined }): ReactNode => {
  const texts = useTexts()
  const { rawRequest } = texts
  const { duration, number } = useFormat()
  if (error !== null) return <Notice tone="critical">{errorText(texts, error)}</Notice>
  if (answer === undefined) return null
  if ('err' in answer) {
    const { text, tone } = shownOutcome(texts, answer)
    return <Notice tone={tone === 'warning' ? 'unknown' : 'warning'}>{text}</Notice>
  }
  const bytes = fromHex(answer.pdu)
  const shown = answerOf(bytes)
  return (
    <Notice tone={shown.kind === 'exception' ? 'warning' : 'info'}>
      <p>{rawRequest.answered({ took: duration(answer.tookMs) })}</p>
      {shown.kind === 'exception' && <p>{reasonText(texts, shown.name)}</p>}
      {shown.kind === 'numbers' && <p className="break-words">{shown.numbers.map((one) => number(one)).join(', ')}</p>}
      {shown.kind === 'text' && <p className="break-words">{shown.text}</p>}
      <p className="mt-1 font-mono text-xs break-all text-quiet">{hexText(bytes)}</p>
    </Notice>
  )
}
