import { type ReactNode, useEffect, useState } from 'react'
import { sendPdu } from '../api/modbus.ts'
import { answerText, isException } from '../format/pdu.ts'
import { decode, type Order, orders, types, type ValueType, valuesOf, wordsOfType } from '../format/registers.ts'
import { hrefOf, replaceAddress, useAddress } from '../state/address.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { Button, Card, Failure, Labelled, Notice, Segments } from '../ui/parts.tsx'
import { WriteBox } from './write-box.tsx'

const areas = { holding: 3, input: 4, coils: 1, discrete: 2 } as const
type RegisterTable = keyof typeof areas
const watchMs = 2000

const isIn = (text: string, min: number, max: number): boolean =>
  text !== '' && Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max

/** Registers with the time of their read: an old number is never shown without its age. */
interface RegisterRead {
  readonly area: RegisterTable
  readonly from: number
  readonly values: readonly number[]
  readonly onMs: number
}

/** The registers of a unit, as every type and order; one can be written. */
export const Registers = ({ uid }: { uid: number }): ReactNode => {
  const texts = useTexts()
  const { registers: words, frames } = texts
  const { query } = useAddress()
  const area = (Object.keys(areas) as RegisterTable[]).find((one) => one === query.get('area')) ?? 'holding'
  const type = types.find((one) => one === query.get('type')) ?? 'U16'
  const order = orders.find((one) => one === query.get('order')) ?? 'ABCD'
  const from = Math.min(65_535, Math.max(0, Number(query.get('from') ?? 0) || 0))
  const isBit = area === 'coils' || area === 'discrete'
  const countMax = Math.min(isBit ? 512 : 100, 65_536 - from)
  const count = Math.min(countMax, Math.max(1, Number(query.get('count') ?? 8) || 8))
  const [read, setRead] = useState<RegisterRead | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isWatched, setIsWatched] = useState(false)
  /** Fields whose text is not a number in range. */
  const [wrong, setWrong] = useState<readonly ('from' | 'count')[]>([])
  const [writing, setWriting] = useState<number | null>(null)
  const show = (more: Record<string, string>): void =>
    replaceAddress(hrefOf(`units/${uid}`, { area, type, order, from: String(from), count: String(count), ...more }))

  const typeNumber = (field: 'from' | 'count', text: string, min: number, max: number): void => {
    const isGood = isIn(text, min, max)
    setWrong((all) => [...all.filter((one) => one !== field), ...(isGood ? [] : [field])])
    if (isGood) show({ [field]: text })
  }
  const mistake = (field: 'from' | 'count', id: string, min: number, max: number): ReactNode =>
    wrong.includes(field) && (
      <span className="mistake" id={`${id}-hint`}>
        {texts.settings.between({ min, max })}
      </span>
    )
  const readNow = async (): Promise<void> => {
    try {
      const request = [areas[area], from >> 8, from & 255, count >> 8, count & 255]
      const answer = await sendPdu(uid, request)
      setError(null)
      if (answer.length === 0 || isException(answer))
        return setFailed(answer.length === 0 ? words.noAnswer : answerText(texts, answer, request))
      setFailed(null)
      setRead({ area, from, values: valuesOf(answer, isBit, count), onMs: Date.now() })
    } catch (problem) {
      setError(problem)
    }
  }
  useEffect(() => {
    if (!isWatched) return
    const timer = setInterval(() => {
      if (!document.hidden && wrong.length === 0) void readNow()
    }, watchMs)
    return () => clearInterval(timer)
  })
  const shownRead = read?.area === area ? read : null
  const size = isBit ? 1 : wordsOfType(type)
  return (
    <Card
      title={words.title}
      aside={shownRead === null ? undefined : words.readOn({ time: new Date(shownRead.onMs).toLocaleTimeString() })}
    >
      <div className="stack">
        <Segments
          label={words.area}
          value={area}
          options={(Object.keys(areas) as RegisterTable[]).map((one): [RegisterTable, string] => [one, frames[one]])}
          onChange={(one) => show({ area: one })}
        />
        <div className="row wrap">
          <Labelled label={words.from}>
            {(id) => (
              <NumberInput
                id={id}
                className="field narrow"
                isWhole
                value={from}
                isWrong={wrong.includes('from')}
                messageId={wrong.includes('from') ? `${id}-hint` : undefined}
                onChange={(text) => typeNumber('from', text, 0, 65_535)}
              >
                {mistake('from', id, 0, 65_535)}
              </NumberInput>
            )}
          </Labelled>
          <Labelled label={words.count}>
            {(id) => (
              <NumberInput
                id={id}
                className="field narrow"
                isWhole
                value={count}
                isWrong={wrong.includes('count')}
                messageId={wrong.includes('count') ? `${id}-hint` : undefined}
                onChange={(text) => typeNumber('count', text, 1, countMax)}
              >
                {mistake('count', id, 1, countMax)}
              </NumberInput>
            )}
          </Labelled>
          {!isBit && (
            <>
              <Labelled label={words.type}>
                {(id) => (
                  <select
                    id={id}
                    className="field narrow"
                    value={type}
                    onChange={(event) => show({ type: event.target.value })}
                  >
                    {types.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                )}
              </Labelled>
              <Labelled label={words.order}>
                {(id) => (
                  <select
                    id={id}
                    className="field narrow"
                    value={order}
                    onChange={(event) => show({ order: event.target.value })}
                  >
                    {orders.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                )}
              </Labelled>
            </>
          )}
        </div>
        <div className="row">
          <Button kind="primary" disabled={wrong.length > 0} onClick={() => void readNow()}>
            {words.read}
          </Button>
          <label className="row">
            <input type="checkbox" checked={isWatched} onChange={(event) => setIsWatched(event.target.checked)} />
            {words.watch}
          </label>
        </div>
        {failed !== null && (
          <Notice tone="unknown">
            {failed} {shownRead !== null && words.older}
          </Notice>
        )}
        <Failure error={error} />
        {shownRead !== null && (
          <Values
            read={shownRead}
            size={size}
            type={type}
            order={order}
            isBit={isBit}
            onWrite={area === 'holding' || area === 'coils' ? setWriting : null}
          />
        )}
        {writing !== null && shownRead !== null && (
          <WriteBox
            key={`${writing} ${type} ${order}`}
            uid={uid}
            address={writing}
            now={
              isBit ? String(shownRead.values[writing - shownRead.from] ?? '') : textAt(shownRead, writing, type, order)
            }
            isBit={isBit}
            type={type}
            order={order}
            onDone={() => void readNow()}
            onClose={() => setWriting(null)}
          />
        )}
      </div>
    </Card>
  )
}

const textAt = ({ from, values }: RegisterRead, address: number, type: ValueType, order: Order): string => {
  const words = values.slice(address - from, address - from + wordsOfType(type))
  return words.length < wordsOfType(type) ? '–' : decode(words, type, order)
}

interface ValuesProps {
  read: RegisterRead
  size: number
  type: ValueType
  order: Order
  isBit: boolean
  onWrite: ((address: number) => void) | null
}

const Values = ({ read, size, type, order, isBit, onWrite }: ValuesProps): ReactNode => {
  const { registers: words } = useTexts()
  const rows = read.values.flatMap((value, at) => (at % size === 0 ? [{ address: read.from + at, value }] : []))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="scroll tall" tabIndex={0} aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th>{words.address}</th>
            {!isBit && <th>{words.hex}</th>}
            <th className="end">{isBit ? words.value : `${type} ${order}`}</th>
            {onWrite !== null && <th />}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ address, value }) => (
            <tr key={address}>
              <td className="mono">{address}</td>
              {!isBit && (
                <td className="mono">
                  {read.values
                    .slice(address - read.from, address - read.from + size)
                    .map((one) => one.toString(16).toUpperCase().padStart(4, '0'))
                    .join(' ')}
                </td>
              )}
              <td className="end">
                <b>{isBit ? value : textAt(read, address, type, order)}</b>
              </td>
              {onWrite !== null && (
                <td className="end">
                  <button
                    type="button"
                    className="link"
                    aria-label={words.writeAt({ address })}
                    onClick={() => onWrite(address)}
                  >
                    {words.write}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
