import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { bytesOf } from '../../data/format/bytes-text.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Figure, Figures, PartOf } from '../../ui/layout/figures.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { InstallationFrame } from './installation-frame.tsx'
import { linksOf, NodesPanel, useNodes } from './nodes-panel.tsx'

type Certificate = AnswerOf<'installation', 'health'>['certificates'][number]

const dayMs = 86_400_000
/** A renewal that has not come by then will not come by itself. */
const soonDays = 21

/** Owners and expiry of certificates. */
const Certificates = ({ certificates }: { certificates: readonly Certificate[] }): ReactNode => {
  const { installation: texts } = useTexts()
  return (
    <Panel title={texts.certificates} className="lg:col-span-2">
      {certificates.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-quiet">{texts.noCertificates}</p>
      ) : (
        <ul aria-label={texts.certificates}>
          {certificates.map((one) => (
            <li
              key={`${one.use} ${one.subject}`}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm"
            >
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{texts.uses[one.use]}</span>
                <span className="break-words text-quiet">{one.subject ?? one.problem}</span>
              </span>
              {one.validTill !== null && <Validity till={one.validTill} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Validity = ({ till }: { till: string }): ReactNode => {
  const { installation: texts } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const days = Math.floor((Date.parse(till) - now) / dayMs)
  if (days < 0) return <Badge tone="critical">{texts.ended}</Badge>
  if (days < soonDays) return <Badge tone="warning">{texts.endsIn({ count: days })}</Badge>
  return (
    <time dateTime={till} title={exact(till)}>
      {texts.validTill({ when: moment(till, now) })}
    </time>
  )
}

type Health = AnswerOf<'installation', 'health'>

const refetchMs = 15_000
/** From here on, it is time to order a disk. */
const fullSoonDays = 60

/** How the installation is doing. */
export const HealthPage = (): ReactNode => (
  <InstallationFrame>
    <LoadedHealth />
  </InstallationFrame>
)

const LoadedHealth = (): ReactNode => {
  const health = useQuery({ ...apiQuery('installation', 'health', {}), refetchInterval: refetchEvery(refetchMs) })
  return <Loaded query={health}>{(found) => <HealthView {...found} />}</Loaded>
}

const HealthView = (health: Health): ReactNode => {
  const { installation: texts } = useTexts()
  const { number, moment } = useFormat()
  const now = useNow()
  const { problem, recorder, messages, version, startedOn } = health
  const nodes = useNodes()
  const links = nodes === null ? health.links : linksOf(nodes)
  const self = nodes?.find(({ isSelf }) => isSelf)
  return (
    <>
      {problem !== null && <Notice tone="critical">{problem}</Notice>}
      {recorder.failing !== null && <Notice tone="critical">{texts.storingFails({ why: recorder.failing })}</Notice>}
      <Figures>
        <Figure
          title={texts.links}
          value={<PartOf some={number(links.connected)} all={`/ ${number(links.wanted)}`} />}
          more={texts.callingIn({ count: links.callingIn })}
        />
        <Figure
          title={texts.recorder}
          value={recorder.failing === null ? texts.storing : '—'}
          more={
            recorder.droppedReadings > 0 ? (
              <Badge tone="critical">{texts.lost({ count: number(recorder.droppedReadings) })}</Badge>
            ) : (
              texts.queued({ count: number(recorder.queuedPolls) })
            )
          }
        />
        <DiskFigure {...health.disk} />
        <MessagesFigure {...messages} />
      </Figures>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {nodes !== null && <NodesPanel nodes={nodes} />}
        <Panel title={self === undefined ? texts.tabs.health : texts.ofNode({ name: self.name })}>
          {problem === null && <p className="px-4 pb-2 text-sm text-quiet">{texts.works}</p>}
          <Facts
            facts={[
              [texts.version, version],
              [
                texts.running,
                <time key="since" dateTime={startedOn}>
                  {moment(startedOn, now)}
                </time>,
              ],
              [texts.recorder, texts.recorded({ count: number(recorder.recordedReadings) })],
              [texts.compaction, <Compaction key="compaction" {...health.compaction} />],
              [texts.messages, texts.pushDevices({ count: health.pushDevices })],
              [texts.clock, <ClockState key="clock" state={health.clock} />],
            ]}
          />
        </Panel>
        <DiskPanel {...health.disk} />
        <Certificates certificates={health.certificates} />
      </div>
    </>
  )
}

const Compaction = ({ readings, failures }: Health['compaction']): ReactNode => {
  const { installation: texts } = useTexts()
  const { number } = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {texts.compacted({ count: number(readings) })}
      {failures > 0 && <Badge tone="warning">{texts.compactionFails({ count: failures })}</Badge>}
    </span>
  )
}

const ClockState = ({ state }: { state: string }): ReactNode => {
  const { installation: texts } = useTexts()
  if (state === 'ahead' || state === 'behind') return <Badge tone="warning">{texts.clocks[state]}</Badge>
  return texts.clocks.steady
}

const MessagesFigure = ({ oldestSec, undelivered }: Health['messages']): ReactNode => {
  const { installation: texts } = useTexts()
  const { span } = useFormat()
  return (
    <Figure
      title={texts.messages}
      value={oldestSec < 60 ? texts.allLeft : texts.oldest({ span: span(oldestSec * 1000) })}
      more={undelivered > 0 ? <Badge tone="warning">{texts.undelivered({ count: undelivered })}</Badge> : undefined}
    />
  )
}

const useBytes = (): ((bytes: number) => string) => {
  const { number } = useFormat()
  return (bytes) => {
    const { value, unit } = bytesOf(bytes)
    return number(value, unit)
  }
}

const DiskFigure = ({ fullInDays, bytesPerDay, databaseBytes, totalBytes }: Health['disk']): ReactNode => {
  const { installation: texts } = useTexts()
  const bytes = useBytes()
  const isSoon = fullInDays !== null && fullInDays < fullSoonDays
  const growth = bytesPerDay !== null && (bytesPerDay > 0 ? texts.grows({ bytes: bytes(bytesPerDay) }) : texts.shrinks)
  if (totalBytes === null || bytesPerDay === null)
    return <Figure title={texts.database} value={bytes(databaseBytes)} more={growth} />
  return (
    <Figure
      title={texts.disk}
      value={
        isSoon ? (
          <Badge tone={fullInDays < 7 ? 'critical' : 'warning'}>{texts.fullIn({ count: fullInDays })}</Badge>
        ) : fullInDays === null ? (
          texts.notSoon
        ) : (
          texts.fullIn({ count: fullInDays })
        )
      }
      more={growth}
    />
  )
}

const DiskPanel = (disk: Health['disk']): ReactNode => {
  const { installation: texts } = useTexts()
  const { percent } = useFormat()
  const bytes = useBytes()
  const { usedBytes, totalBytes, databaseBytes, bytesPerDay, daysLookedAt } = disk
  const part = usedBytes === null || totalBytes === null ? null : usedBytes / totalBytes
  return (
    <Panel title={texts.disk}>
      <div className="flex flex-col gap-3 px-4 pb-4 text-sm">
        {part === null || usedBytes === null || totalBytes === null ? (
          <p className="text-quiet">{texts.elsewhere}</p>
        ) : (
          <>
            <p>
              {texts.diskOf({ used: bytes(usedBytes), total: bytes(totalBytes) })} ({percent(part)})
            </p>
            <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-pressed">
              <div className="h-full bg-quiet" style={{ width: `${Math.min(100, part * 100)}%` }} />
            </div>
          </>
        )}
        <p>
          {texts.database}: {bytes(databaseBytes)}
        </p>
        <p className="text-quiet">{bytesPerDay === null ? texts.tooFew : texts.method({ count: daysLookedAt })}</p>
      </div>
    </Panel>
  )
}
