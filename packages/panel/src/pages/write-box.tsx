import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { sendPdu } from '../api/modbus.ts'
import { answerText, isException } from '../format/pdu.ts'
import { encode, type Order, type ValueType, wordsOfType } from '../format/registers.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { Button, Dialog, Failure, Labelled, Notice } from '../ui/parts.tsx'

interface Props {
  uid: number
  address: number
  now: string
  isBit: boolean
  type: ValueType
  order: Order
  onDone: () => void
  onClose: () => void
}

const bytesOf = (words: readonly number[]): number[] => words.flatMap((word) => [word >> 8, word & 255])

/** Function 5 or 6 where they do, else 16. */
const pduOf = (isBit: boolean, address: number, words: readonly number[], isMany: boolean): number[] => {
  const at = [address >> 8, address & 255]
  if (isBit) return [5, ...at, words[0] === 0 ? 0 : 0xff, 0]
  if (words.length === 1 && !isMany) return [6, ...at, ...bytesOf(words)]
  return [16, ...at, 0, words.length, words.length * 2, ...bytesOf(words)]
}

/** Writes once and reports the outcome: done, refused or unclear. */
export const WriteBox = ({ uid, address, now, isBit, type, order, onDone, onClose }: Props): ReactNode => {
  const texts = useTexts()
  const { registers: words } = texts
  const [text, setText] = useState(now)
  const [isMany, setIsMany] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'info' | 'critical' | 'unknown'; text: string } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const tasks = usePoll(() => call('tasks.list'), null)
  const value = isBit ? (text === '0' || text === '1' ? [Number(text)] : null) : encode(text, type, order)
  const last = address + (isBit ? 1 : wordsOfType(type)) - 1
  const users = (tasks.data?.tasks ?? []).filter(({ items }) =>
    items.some(({ place }) => isAt(place, uid, isBit, address, last)),
  )
  const write = async (): Promise<void> => {
    if (value === null) return
    setIsBusy(true)
    setError(null)
    try {
      const request = pduOf(isBit, address, value, isMany)
      const answer = await sendPdu(uid, request)
      const [, code] = answer
      if (answer.length > 0 && !isException(answer)) setOutcome({ tone: 'info', text: words.answered })
      // No answer in time: it may have been done.
      else if (answer.length === 0 || code === 11) setOutcome({ tone: 'unknown', text: words.unclear })
      else setOutcome({ tone: 'critical', text: `${words.refused} ${answerText(texts, answer, request)}` })
      onDone()
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }
  return (
    <Dialog title={words.writeTitle({ address, unit: uid })} onClose={onClose}>
      <p className="quiet">{words.nowIs({ value: now, type: isBit ? '' : `${type} ${order}` })}</p>
      <Labelled label={words.newValue}>
        {(id) => (
          <NumberInput
            id={id}
            isWhole={isBit || !type.startsWith('F')}
            value={text}
            isWrong={value === null}
            messageId={value === null ? `${id}-hint` : undefined}
            onChange={setText}
          >
            {value === null && (
              <span className="mistake" id={`${id}-hint`}>
                {words.noNumber({ type: isBit ? '0, 1' : type })}
              </span>
            )}
          </NumberInput>
        )}
      </Labelled>
      {!isBit && wordsOfType(type) === 1 && (
        <label className="row">
          <input type="checkbox" checked={isMany} onChange={(event) => setIsMany(event.target.checked)} />
          {words.function16}
        </label>
      )}
      <small>{words.once}</small>
      {users.length > 0 && (
        <Notice tone="warning">{words.taskUses({ tasks: users.map(({ file }) => file).join(', ') })}</Notice>
      )}
      {outcome !== null && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Failure error={error} />
      <div className="row wrap">
        <Button kind="primary" disabled={value === null || isBusy} onClick={() => void write()}>
          {words.writeOnce}
        </Button>
        <Button onClick={onClose}>{texts.common.close}</Button>
      </div>
    </Dialog>
  )
}

/** Returns whether the item of a task, such as `12:H 40`, is within these registers. */
const isAt = (place: string | null, uid: number, isBit: boolean, first: number, last: number): boolean => {
  const [, unit, area, address] = /^(\d+):(\w) (\d+)$/.exec(place ?? '') ?? []
  return Number(unit) === uid && area === (isBit ? 'C' : 'H') && Number(address) >= first && Number(address) <= last
}
