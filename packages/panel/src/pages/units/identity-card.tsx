import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure } from '../../ui/parts.tsx'

type Identity = AnswerOf<'units.identify'>

/** What a unit reports of itself, read on request: device identification and SunSpec. */
export const IdentityCard = ({ uid }: { uid: number }): ReactNode => {
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
