import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { isMaybeDone } from '../../readings/values/write.rules.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useToastAfterClose } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Facts } from '../../ui/layout/page.tsx'
import { changedAt, type Kind, wordsIn } from './registers.rules.ts'

export interface WriteRegisterProps {
  range: RegisterRange
  pick: number
  /** Current content. */
  word: number | undefined
  onWritten: () => void
}

/** Writes registers or coils by hand, after a question. Where a parameter may be set there, that is the better way. */
export const WriteRegister = ({ range, pick, word, onWritten }: WriteRegisterProps): ReactNode => {
  const { registers } = useTexts()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const values = wordsIn(text, range.kind)
  const { param, isKnown } = useParamAt(range, pick)
  const language = useLanguage()
  // Past a parameter that is still on its way nothing is written by hand.
  if (!isKnown) return null
  if (param !== undefined) {
    return (
      <p className="text-sm">
        {registers.isParam({ name: paramText(param.name, language) })}{' '}
        <Link to="/params/$id" params={{ id: param.id }} className="text-accent underline">
          {registers.setThere}
        </Link>
      </p>
    )
  }
  const askFirst = (event: FormEvent): void => {
    event.preventDefault()
    if (values !== null) setIsOpen(true)
  }
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={askFirst}>
      <TextField
        label={registers.writeAt({ address: pick })}
        hint={registers.writeHint}
        error={text !== '' && values === null ? registers.writeWrong : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="mt-6" disabled={values === null}>
        {registers.write}
      </Button>
      {values !== null && isOpen && (
        <Confirm onClose={() => setIsOpen(false)} onWritten={onWritten} {...{ range, pick, word, values }} />
      )}
    </form>
  )
}

interface ConfirmProps extends WriteRegisterProps {
  values: readonly number[]
  onClose: () => void
}

const Confirm = ({ range, pick, word, values, onClose, onWritten }: ConfirmProps): ReactNode => {
  const texts = useTexts()
  const { common, registers } = texts
  const area = `${registers.kinds[range.kind]} ${pick}`
  const name = `${registers.unit} ${range.unit}, ${area}`
  const toastAfterClose = useToastAfterClose()
  const write = useMutation({
    mutationFn: (): Promise<Answer> =>
      call('raw', 'writeRegisterGroup', {
        deviceModbusId: range.unit,
        address: pick,
        kind: range.kind === 'coil' ? 'coil' : 'holding',
        values: [...values],
        connection: { kind: 'net-id', networkId: range.netId },
      }),
    onSuccess: (answer) => {
      const { text, tone } = shownOutcome(texts, answer)
      toastAfterClose(`${name}: ${text}`, tone)
    },
    onError: (error) => {
      const { text, tone } = writeFailure(texts, error)
      toastAfterClose(`${name}: ${text}`, tone)
    },
    onSettled: onWritten,
  })
  const outcome = write.data && shownOutcome(texts, write.data)
  return (
    <Dialog title={registers.writeQuestion} isOpen onClose={onClose}>
      <Facts
        facts={[
          [registers.unit, range.unit],
          [registers.area, area],
          [registers.holds, word ?? '—'],
          [registers.becomes, values.map((value, offset) => `${pick + offset}: ${value}`).join('; ')],
        ]}
      />
      <p className="mt-3 text-quiet">{registers.writeOnce}</p>
      {write.error !== null && <Notice tone="critical">{writeFailure(texts, write.error).text}</Notice>}
      {outcome !== undefined && <Notice tone={noticeTones[outcome.tone]}>{outcome.text}</Notice>}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{write.data === undefined ? common.cancel : common.close}</Button>
        {write.data === undefined && (
          <Button variant="primary" isChange isBusy={write.isPending} onClick={() => write.mutate()}>
            {registers.writeNow({ values: values.join('; ') })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type Answer = AnswerOf<'raw', 'writeRegisterGroup'>

const noticeTones = { ok: 'info', warning: 'unknown', critical: 'warning' } as const

/** The outcome of a write, as the dialog and a toast show it. */
const shownOutcome = (texts: Texts, answer: Answer): { text: string; tone: keyof typeof noticeTones } => {
  const { registers } = texts
  if (!('err' in answer)) return { text: registers.answered, tone: 'ok' }
  const isUnclear = answer.err.startsWith('unclear:')
  const text = `${isUnclear ? registers.unclear : registers.refused} ${reasonText(texts, answer.err)}`
  return { text, tone: isUnclear ? 'warning' : 'critical' }
}

/** A parameter of the unit that may be set, and that begins at this register; and whether that is known yet. */
const useParamAt = ({ netId, unit, kind }: RegisterRange, pick: number) => {
  const devices = useQuery(apiQuery('nets', 'devices', { netId }))
  const deviceId = devices.data?.find(({ modbusUnitId }) => modbusUnitId === unit)?.id
  const params = useQuery({
    ...apiQuery('devices', 'params', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
    staleTime: 60_000,
  })
  const param = params.data?.find(
    ({ address, registerKind, isProgrammable }) => isProgrammable && address === pick && registerKind === kind,
  )
  return { param, isKnown: devices.isSuccess && (deviceId === undefined || params.isSuccess) }
}

interface RegisterRange {
  netId: number
  unit: number
  kind: Kind
  at: number
  count: number
}

const watchMs = 2000

/** Registers of a unit as they are now, and which of them have changed; asked again while they are watched. */
export const useRegisters = ({ netId, unit, kind, at, count }: RegisterRange, isWatched: boolean) => {
  const query = useQuery({
    ...apiQuery('scan', 'readRegisters', {
      connection: { kind: 'net-id', networkId: netId },
      unit,
      kind,
      address: at,
      count,
    }),
    enabled: unit > 0,
    refetchInterval: isWatched ? watchMs : false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const words = query.data !== undefined && 'words' in query.data ? query.data.words : undefined
  const [looks, setLooks] = useState<{ before?: readonly number[]; now?: readonly number[] }>({})
  useEffect(() => {
    if (words !== undefined)
      setLooks(({ now }) => ({ ...(now?.length === words.length && { before: now }), now: words }))
  }, [words])
  return { query, words, changed: changedAt(looks.before, words ?? []) }
}

/** Describes a write whose request failed. Where no usable response came, the device may have executed it. */
export const writeFailure = (texts: Texts, error: unknown): { text: string; tone: 'warning' | 'critical' } => {
  const isUnclear = error instanceof ApiError && isMaybeDone(error)
  const text = errorText(texts, error)
  return isUnclear ? { text: `${texts.registers.unclear} ${text}`, tone: 'warning' } : { text, tone: 'critical' }
}
