import type { OutboxStatus } from '@busbar/messaging/outbox'
import type { WorkStatus } from '../operations/installation/installation.ts'
import type { Monitoring } from './monitoring.ts'

interface WorkParts {
  startedOn: Date
  problem: string | null
  monitoring: Monitoring
  delivery: OutboxStatus
}

/** Status of the parts of the service, for administrators. */
export const workStatus = ({ startedOn, problem, monitoring, delivery }: WorkParts): WorkStatus => {
  const { recorder, compactor, field, callBack, clockWatch } = monitoring
  const { queuedPolls, droppedReadings, recordedReadings, failingSince, lastError } = recorder.status()
  const { why } = recorder.health()
  const { readings, failures } = compactor.status()
  const links = [...field.statuses().values()]
  const undelivered = delivery.counts.filter(({ outcome }) => outcome === 'failed' || outcome === 'unclear')
  return {
    startedOn,
    problem,
    recorder: {
      queuedPolls,
      droppedReadings,
      recordedReadings,
      failing: failingSince === null ? null : (why ?? lastError ?? 'the log says why'),
    },
    compaction: { readings, failures },
    links: {
      wanted: links.length,
      connected: links.filter((link) => link.isConnected).length,
      callingIn: callBack?.status().connections ?? 0,
    },
    messages: { oldestMs: delivery.oldestMs, undelivered: undelivered.reduce((sum, { count }) => sum + count, 0) },
    clock: clockWatch.trusted.status().state,
  }
}
