import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { hrefOf } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Notice } from '../../ui/parts.tsx'

/** A unit's name, and what it is by a file of the card. */
export const UnitCard = ({
  uid,
  name,
  onChanged,
}: {
  uid: number
  name: string | null
  onChanged: () => void
}): ReactNode => {
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
