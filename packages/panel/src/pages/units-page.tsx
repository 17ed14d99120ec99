import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AnswerOf, call } from '../api/api.ts'
import { hrefOf, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Notice, Waiting } from '../ui/parts.tsx'
import { LineCard } from './move-unit-card.tsx'
import { Registers } from './registers.tsx'
import { SearchCard } from './search-card.tsx'
import { UnitRow } from './unit-row.tsx'

/** Units: found, named, read and written. */
export const UnitsPage = (): ReactNode => {
  const { units } = useTexts()
  const { rest } = useAddress()
  const { data, error, again } = usePoll(() => call('units.list'), 5000)
  const [unitId] = rest
  // Without one, none is chosen.
  const uid = unitId === undefined ? 0 : Number(unitId)
  const unit = data?.units.find((one) => one.uid === uid)
  const chosen = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  // On a phone it is below the list, out of sight.
  useEffect(() => {
    if (uid > 0 && isThere) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [uid, isThere])
  return (
    <main className="columns">
      <div className="w5 stack">
        <SearchCard onFound={again} />
        <Card title={units.known} aside={units.lastDay}>
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} />
            )
          ) : data.units.length === 0 ? (
            <p className="quiet">{units.none}</p>
          ) : (
            <ul className="list">
              {data.units.map((one) => (
                <UnitRow key={one.uid} unit={one} />
              ))}
            </ul>
          )}
        </Card>
      </div>
      <div className="w7 stack" ref={chosen}>
        {uid >= 1 && uid <= 255 ? (
          <>
            <UnitCard key={`unit ${uid}`} uid={uid} name={unit?.name ?? null} onChanged={again} />
            <IdentityCard key={`identity ${uid}`} uid={uid} />
            <Registers key={uid} uid={uid} />
            <LineCard key={`line ${uid} ${unit?.name ?? ''}`} uid={uid} name={unit?.name ?? null} onChanged={again} />
          </>
        ) : (
          <Card title={units.choose}>
            <p className="quiet">{units.chooseHint}</p>
            <p>
              <a href={hrefOf('units/1')}>1</a>
            </p>
          </Card>
        )}
      </div>
    </main>
  )
}

/** The name of a unit, and its identification by a file on the card. */
const UnitCard = ({ uid, name, onChanged }: { uid: number; name: string | null; onChanged: () => void }): ReactNode => {
  const { units } = useTexts()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const save = async (text: string): Promise<void> => {
    try {
      await call('units.name', { uid, name: text })
      setTyped(null)
      setError(null)
      onChanged()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Card
      title={`${uid}${name === null ? '' : ` · ${name}`}`}
      aside={<a href={hrefOf('bus', { unit: String(uid) })}>{units.frames}</a>}
    >
      <div className="stack">
        <Labelled label={units.name}>
          {(id) => (
            <div className="row">
              <input
                id={id}
                className="field"
                maxLength={40}
                value={typed ?? name ?? ''}
                onChange={(event) => setTyped(event.target.value)}
              />
              <Button disabled={typed === null} onClick={() => void save(typed ?? '')}>
                {units.keep}
              </Button>
            </div>
          )}
        </Labelled>
        <Identify uid={uid} onClass={(text) => void save(text.slice(0, 40))} />
        <Failure error={error} />
      </div>
    </Card>
  )
}

const folder = '/'

const Identify = ({ uid, onClass }: { uid: number; onClass: (text: string) => void }): ReactNode => {
  const { units } = useTexts()
  const files = usePoll(
    async () => (await call('card.dir', { path: folder })).items.filter(({ name }) => /\.TXT$/i.test(name)),
    null,
  )
  const [file, setFile] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const result = usePoll(() => call('classFind.result'), isRunning ? 500 : null, String(isRunning))
  useEffect(() => {
    if (isRunning && result.data?.status !== undefined && result.data.status !== 'BUSY' && result.data.mbUid === uid)
      setIsRunning(false)
  }, [isRunning, result.data, uid])
  const chosen = file === '' ? (files.data?.[0]?.name ?? '') : file
  const start = async (): Promise<void> => {
    setError(null)
    try {
      const { line } = await call('bus.status')
      const request = { filePath: `${folder}${chosen}`, ...line, uid: Math.min(uid, 254) }
      const { status, errorCode } = await call(
        'classFind.start',
        request as Parameters<typeof call<'classFind.start'>>[1],
      )
      if (status === 'ERROR') setError({ code: errorCode ?? '' })
      else setIsRunning(true)
    } catch (problem) {
      setError(problem)
    }
  }
  if (files.data === undefined || files.data.length === 0) return <p className="quiet">{units.noTemplates}</p>
  const search = result.data
  return (
    <>
      <Labelled label={units.identify}>
        {(id) => (
          <div className="row">
            <select id={id} className="field" value={chosen} onChange={(event) => setFile(event.target.value)}>
              {files.data?.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <Button disabled={isRunning} onClick={() => void start()}>
              {isRunning ? units.asking : units.whoIsIt}
            </Button>
          </div>
        )}
      </Labelled>
      {!isRunning && search?.mbUid === uid && search.status === 'DONE' && search.linesPassed > 0 && (
        <Notice>
          {search.deviceClass === null ? (
            units.noClass
          ) : (
            <>
              <span className="grow">{units.isA({ what: search.deviceClass })}</span>
              <Button isSmall onClick={() => onClass(search.deviceClass ?? '')}>
                {units.useAsName}
              </Button>
            </>
          )}
        </Notice>
      )}
      {!isRunning && search?.mbUid === uid && search.status === 'ERROR' && (
        <Failure error={{ code: search.errorCode ?? '', message: search.errorCode ?? '' }} />
      )}
      <Failure error={error} />
    </>
  )
}

type Identity = AnswerOf<'units.identify'>

/** Device identification and SunSpec data that a unit reports on request. */
const IdentityCard = ({ uid }: { uid: number }): ReactNode => {
  const { identity: words } = useTexts()
  const [identity, setIdentity] = useState<Identity | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isReading, setIsReading] = useState(false)
  const read = async (): Promise<void> => {
    setIsReading(true)
    setError(null)
    try {
      setIdentity(await call('units.identify', { uid }))
    } catch (problem) {
      setError(problem)
    }
    setIsReading(false)
  }
  return (
    <Card title={words.title}>
      <div className="stack">
        <div className="row">
          <Button disabled={isReading} onClick={() => void read()}>
            {isReading ? words.reading : words.read}
          </Button>
        </div>
        {identity !== null && (
          <div className="stack" role="status">
            <Objects identity={identity} />
            <SunSpec sunSpec={identity.sunSpec} />
          </div>
        )}
        <Failure error={error} />
      </div>
    </Card>
  )
}

const Objects = ({ identity: { outcome, objects } }: { identity: Identity }): ReactNode => {
  const { identity: words } = useTexts()
  if (outcome !== 'read') return <p className="quiet">{words[outcome]}</p>
  const names: Readonly<Record<string, string>> = words.objects
  return (
    <dl className="facts">
      {objects.map(({ id, text }) => [
        <dt key={id}>{names[id] ?? words.object({ id })}</dt>,
        <dd key={`${id} text`}>{text || '–'}</dd>,
      ])}
    </dl>
  )
}

const SunSpec = ({ sunSpec }: Pick<Identity, 'sunSpec'>): ReactNode => {
  const { identity: words } = useTexts()
  if (sunSpec === null) return <p className="quiet">{words.noSunSpec}</p>
  const { address, manufacturer, model, version, serial } = sunSpec
  const common = [manufacturer, model, version, serial].filter((text) => text !== null)
  return (
    <p>
      <b>{words.sunSpec({ address })}</b> {common.join(', ')}
    </p>
  )
}
