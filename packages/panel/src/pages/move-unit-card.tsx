import { fill } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { sendPdu } from '../api/modbus.ts'
import { familyFor, isDone, type LineFamily, readPdu, wordIn, writePdu } from '../format/line-family.rules.ts'
import { goTo, hrefOf } from '../state/address.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { Button, Card, Failure, Labelled, Notice } from '../ui/parts.tsx'

/** Facts of the device templates, inserted by the build. */
declare const lineFamilies: readonly LineFamily[]

const tones = {
  taken: 'warning',
  refused: 'critical',
  unclear: 'unknown',
  now: 'info',
  later: 'info',
  lost: 'unknown',
} as const satisfies Record<MoveOutcome, string>

interface Props {
  uid: number
  name: string | null
  onChanged: () => void
}

/** Another unit id or speed for a unit, where its family is one that is known. */
export const LineCard = ({ uid, name, onChanged }: Props): ReactNode => {
  const { line } = useTexts()
  const [chosen, setChosen] = useState(() => familyFor(lineFamilies, name ?? '')?.name ?? '')
  const [facts, setFacts] = useState<UnitLineSettings | null | undefined>(undefined)
  const [outcome, setOutcome] = useState<{ tone: (typeof tones)[MoveOutcome]; text: string } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const family = lineFamilies.find((one) => one.name === chosen)
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setIsBusy(true)
    setError(null)
    setOutcome(null)
    await act().catch(setError)
    setIsBusy(false)
  }
  const readUnit = (): Promise<void> =>
    attempt(async () => {
      if (family !== undefined) setFacts(await readLine(uid, family))
    })
  const move = (to: number): Promise<void> =>
    attempt(async () => {
      if (family === undefined) return
      const moved = await moveUnit(uid, family, to)
      setOutcome({ tone: tones[moved], text: fill(line.id[moved], { from: uid, to }) })
      if (moved !== 'now') return
      if (name !== null) {
        await call('units.name', { uid: to, name })
        await call('units.name', { uid, name: '' })
      }
      onChanged()
      goTo(hrefOf(`units/${to}`))
    })
  const setRate = (rate: string): Promise<void> =>
    attempt(async () => {
      if (family === undefined) return
      const moved = await changeRate(uid, family, rate)
      setOutcome({ tone: tones[moved], text: fill(line.rate[moved], { rate }) })
    })
  return (
    <Card title={line.title}>
      <div className="stack">
        <Labelled label={line.family} hint={line.familyHint}>
          {(id) => (
            <div className="row">
              <select
                id={id}
                className="field"
                value={chosen}
                onChange={(event) => {
                  setChosen(event.target.value)
                  setFacts(undefined)
                  setOutcome(null)
                }}
              >
                <option value="">–</option>
                {lineFamilies.map((one) => (
                  <option key={one.name}>{one.name}</option>
                ))}
              </select>
              <Button disabled={family === undefined || isBusy} onClick={() => void readUnit()}>
                {line.look}
              </Button>
            </div>
          )}
        </Labelled>
        {facts === null && <Notice tone="warning">{line.notSuch}</Notice>}
        {facts !== null && facts !== undefined && facts.unitId !== uid && (
          <Notice tone="warning">{line.otherId({ says: facts.unitId, uid })}</Notice>
        )}
        {family !== undefined && facts !== null && facts?.unitId === uid && (
          <>
            <IdField key={uid} uid={uid} family={family} isBusy={isBusy} onMove={(to) => void move(to)} />
            {family.baudRate !== null && (
              <RateField
                values={family.baudRate.values}
                now={facts.rate}
                isBusy={isBusy}
                onChange={(rate) => void setRate(rate)}
              />
            )}
          </>
        )}
        {outcome !== null && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <Failure error={error} />
      </div>
    </Card>
  )
}

const IdField = ({
  uid,
  family: { unitId },
  isBusy,
  onMove,
}: {
  uid: number
  family: LineFamily
  isBusy: boolean
  onMove: (to: number) => void
}): ReactNode => {
  const { line } = useTexts()
  const [typed, setTyped] = useState('')
  const to = /^\d{1,3}$/.test(typed) ? Number(typed) : null
  const isGood = to !== null && to >= unitId.min && to <= unitId.max && to !== uid
  return (
    <Labelled label={line.newId} hint={line.idRange({ min: unitId.min, max: unitId.max })}>
      {(id) => (
        <div className="row">
          <NumberInput id={id} isWhole value={typed} isWrong={typed !== '' && !isGood} onChange={setTyped} />
          <Button kind="primary" disabled={!isGood || isBusy} onClick={() => to !== null && onMove(to)}>
            {line.giveId}
          </Button>
        </div>
      )}
    </Labelled>
  )
}

const RateField = ({
  values,
  now,
  isBusy,
  onChange,
}: {
  values: Readonly<Record<string, number>>
  now: number | null
  isBusy: boolean
  onChange: (rate: string) => void
}): ReactNode => {
  const { line } = useTexts()
  const rates = Object.keys(values)
  const current = rates.find((rate) => values[rate] === now) ?? ''
  const [chosen, setChosen] = useState(current)
  return (
    <Labelled label={line.newRate} hint={line.rateHint}>
      {(id) => (
        <div className="row">
          <select id={id} className="field" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {current === '' && <option value="">–</option>}
            {rates.map((rate) => (
              <option key={rate} value={rate}>
                {rate} bit/s
              </option>
            ))}
          </select>
          <Button disabled={chosen === current || chosen === '' || isBusy} onClick={() => onChange(chosen)}>
            {line.giveRate}
          </Button>
        </div>
      )}
    </Labelled>
  )
}

/** The line settings that a unit reports. */
interface UnitLineSettings {
  readonly unitId: number
  /** The number that stands for its rate; null where it has none. */
  readonly rate: number | null
}

const readLine = async (uid: number, { unitId, baudRate }: LineFamily): Promise<UnitLineSettings | null> => {
  const id = wordIn(await sendPdu(uid, readPdu(unitId.address)))
  if (id === null) return null
  const rate = baudRate === null ? null : wordIn(await sendPdu(uid, readPdu(baudRate.address)))
  return { unitId: id, rate }
}

/** `taken`: another unit is there already, and nothing was written. `later`: it was taken, and counts when its supply was off and on. */
type MoveOutcome = 'taken' | 'refused' | 'unclear' | 'now' | 'later' | 'lost'

/** The outcome of a speed change is only visible at the old speed. */
type RateOutcome = Exclude<MoveOutcome, 'taken' | 'lost'>

/** Gives a unit another id, once, and looks where it answers. */
const moveUnit = async (uid: number, family: LineFamily, to: number): Promise<MoveOutcome> => {
  const { address } = family.unitId
  if (isAnswer(await sendPdu(to, readPdu(address)))) return 'taken'
  const written = await write(uid, family, address, to)
  if (written === 'refused') return written
  if (isAnswer(await sendPdu(to, readPdu(address)))) return 'now'
  if (isAnswer(await sendPdu(uid, readPdu(address)))) return written === 'unclear' ? written : 'later'
  return 'lost'
}

/** Gives a unit another rate, once, and looks whether it still answers at the one of the line. */
const changeRate = async (uid: number, family: LineFamily, rate: string): Promise<RateOutcome> => {
  const { address, values } = family.baudRate ?? { address: 0, values: {} }
  const value = values[rate]
  if (value === undefined) return 'refused'
  const written = await write(uid, family, address, value)
  if (written === 'refused') return written
  if (!isAnswer(await sendPdu(uid, readPdu(address)))) return 'now'
  return written === 'unclear' ? written : 'later'
}

/** An answer of any kind is one; the gateway's own "no answer" is not. */
const isAnswer = (pdu: readonly number[]): boolean => pdu.length > 0 && !isNobody(pdu)

const isNobody = ([fn = 0, code = 0]: readonly number[]): boolean => fn > 0x80 && (code === 10 || code === 11)

const write = async (uid: number, family: LineFamily, address: number, value: number) => {
  const answer = await sendPdu(uid, writePdu(family, address, value))
  if (isDone(answer)) return 'done'
  return isAnswer(answer) ? 'refused' : 'unclear'
}
