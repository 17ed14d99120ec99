import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/routes.ts'
import type { GatewayState } from '../../api/state.ts'
import { durationText, sizeText } from '../../format/format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Card } from '../../ui/parts.tsx'

type BoxState = Pick<GatewayState, 'memCard' | 'misc' | 'statistics' | 'fwUpdate'>

/** The box itself: card, memory, supply, temperature, and since when it runs. */
export const BoxCard = ({
  data,
  memory,
}: {
  data: BoxState
  memory: AnswerOf<'box.status'>['memory'] | undefined
}): ReactNode => {
  const texts = useTexts()
  const { status, resets } = texts
  const { memCard: card, misc, statistics, fwUpdate } = data
  const [flag] = misc.resetFlags ?? []
  const cause = flag === undefined ? undefined : resets[flag as keyof typeof resets]
  return (
    <Card title={status.box} className="w4">
      <dl className="facts">
        <dt>{status.card}</dt>
        <dd>
          {card.isMounted && card.freeKb !== null && card.capacityKb !== null
            ? status.free({ free: sizeText(card.freeKb * 1024), all: sizeText(card.capacityKb * 1024) })
            : status.noCard}
        </dd>
        <dt>{status.memory}</dt>
        <dd>
          {memory === undefined
            ? '–'
            : status.memoryOf({
                free: sizeText(memory.freeKb * 1024),
                all: sizeText(memory.totalKb * 1024),
                own: sizeText(memory.ownKb * 1024),
              })}
        </dd>
        <dt>{status.supply}</dt>
        <dd>{misc.voltage === null ? status.notMeasured : `${misc.voltage} V`}</dd>
        <dt>{status.inside}</dt>
        <dd>{misc.temperature === null ? status.notMeasured : `${misc.temperature} °C`}</dd>
        <dt>{status.runsFor}</dt>
        <dd>
          {statistics.runTimeMin === 0 ? `< 1 ${texts.common.min}` : durationText(texts, statistics.runTimeMin * 60)}
          {cause !== undefined && (
            <>
              <br />
              <small>{cause}</small>
            </>
          )}
        </dd>
        <dt>{status.version}</dt>
        <dd>{fwUpdate.currentVersion}</dd>
      </dl>
    </Card>
  )
}
