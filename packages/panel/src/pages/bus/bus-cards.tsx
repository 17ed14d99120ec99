import { fill } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/routes.ts'
import { type UnitHealth, type Verdict, verdictsOf } from '../../format/verdict.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Mark, type Tone } from '../../ui/mark.tsx'
import { Card, Waiting } from '../../ui/parts.tsx'
import type { Unit } from '../units/unit-row.tsx'

const tones: Readonly<Record<Verdict['kind'], Tone>> = {
  good: 'ok',
  nobody: 'muted',
  allSilent: 'critical',
  noisyLine: 'critical',
  foreignTraffic: 'critical',
  duplicateUnit: 'critical',
  silentUnit: 'unknown',
  noisyUnit: 'warning',
  slowUnit: 'warning',
  refusingUnit: 'warning',
}

/** Whose fault it is, in words. */
export const VerdictCard = ({ units }: { units: readonly Unit[] | undefined }): ReactNode => {
  const { bus } = useTexts()
  return (
    <Card title={bus.verdict} aside={bus.twoHours}>
      {units === undefined ? <Waiting /> : <Verdicts units={units} />}
    </Card>
  )
}

export const Verdicts = ({ units }: { units: readonly UnitHealth[] }): ReactNode => {
  const { verdicts } = useTexts()
  return (
    <ul className="list">
      {verdictsOf(units).map((one) => (
        <li key={`${one.kind} ${'uid' in one ? one.uid : ''}`}>
          <Mark tone={tones[one.kind]} />
          <span className="grow">
            {fill(verdicts[one.kind], 'uid' in one ? { unit: one.uid, percent: one.percent } : {})}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Who takes how much of the line. */
export const SourcesCard = ({ sources }: { sources: AnswerOf<'bus.status'>['sources'] | undefined }): ReactNode => {
  const texts = useTexts()
  const all = (sources ?? []).reduce((sum, { busySec }) => sum + busySec, 0)
  return (
    <Card title={texts.bus.sources} aside={texts.bus.sinceStart}>
      {sources === undefined ? (
        <Waiting />
      ) : (
        <dl className="facts">
          {sources.map(({ from, requests, failed, busySec }) => [
            <dt key={from}>{texts.sources[from]}</dt>,
            <dd key={`${from} said`}>
              {texts.bus.use({ requests, failed, share: all === 0 ? 0 : Math.round((100 * busySec) / all) })}
            </dd>,
          ])}
        </dl>
      )}
    </Card>
  )
}
