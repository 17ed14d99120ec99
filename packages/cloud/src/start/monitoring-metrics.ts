import { type Metric, one } from '../fields/metrics-text.ts'
import type { Monitoring } from './monitoring.ts'

/** Metrics of connections, polling and recording over all networks. */
export const monitoringMetrics = (monitoring: Monitoring): Metric[] => [
  ...linkMetrics(monitoring),
  ...pollingMetrics(monitoring),
  ...recordingMetrics(monitoring),
  ...alertMetrics(monitoring),
  ...clockMetrics(monitoring),
]

const linkMetrics = ({ field, callBack, live }: Monitoring): Metric[] => {
  const statuses = [...field.statuses().values()]
  const calls = callBack?.status()
  return [
    one('busbar_links', 'gauge', 'Networks that are to be connected.', statuses.length),
    one('busbar_links_connected', 'gauge', 'Networks that are.', statuses.filter((link) => link.isConnected).length),
    one('busbar_call_back_connections', 'gauge', 'Gateways that called in.', calls?.connections ?? 0),
    one('busbar_call_back_waiting', 'gauge', 'Those that wait for their code to be entered.', calls?.waiting ?? 0),
    one('busbar_call_back_refused_total', 'counter', 'Those that were refused.', calls?.refused ?? 0),
    one('busbar_live_streams', 'gauge', 'Listeners of live streams.', live.status().streams),
  ]
}

const pollingMetrics = ({ poller }: Monitoring): Metric[] => {
  const { polls, readings, failures, skipped, lagP99Ms } = poller.totals()
  return [
    one('busbar_polls_total', 'counter', 'Polls of devices.', polls),
    one('busbar_polls_skipped_total', 'counter', 'Polls whose turn came while the one before was running.', skipped),
    one('busbar_readings_total', 'counter', 'Values that were read.', readings),
    one('busbar_readings_failed_total', 'counter', 'Values that could not be read.', failures),
    one('busbar_poll_lag_p99_seconds', 'gauge', 'How late polls began in the last minutes.', lagP99Ms / 1000),
  ]
}

const recordingMetrics = ({ recorder, compactor }: Monitoring): Metric[] => {
  const { recordedReadings, queuedPolls, queuedBytes, droppedPolls, droppedReadings, failingSince } = recorder.status()
  const { readings, rewritten, failures } = compactor.status()
  return [
    one('busbar_recorded_readings_total', 'counter', 'Values that were stored.', recordedReadings),
    one('busbar_recorder_queued_polls', 'gauge', 'Polls that wait to be stored.', queuedPolls),
    one('busbar_recorder_queued_bytes', 'gauge', 'Memory that they take.', queuedBytes),
    one('busbar_recorder_dropped_polls_total', 'counter', 'Polls that were lost.', droppedPolls),
    one('busbar_recorder_dropped_readings_total', 'counter', 'Values that were lost.', droppedReadings),
    one(
      'busbar_recorder_failing',
      'gauge',
      'Whether storing fails, or a write has not finished for 10 s.',
      failingSince === null ? 0 : 1,
    ),
    one(
      'busbar_recorder_failing_seconds',
      'gauge',
      'How long storing has failed or not finished; 0 once it succeeds.',
      recorder.health().failingMs / 1000,
    ),
    one('busbar_compacted_readings_total', 'counter', 'Values that were moved into chunks.', readings),
    one('busbar_rewritten_chunks_total', 'counter', 'Days of parameters that were written anew.', rewritten),
    one('busbar_compaction_failures_total', 'counter', 'Tries to do so that failed.', failures),
  ]
}

const alertMetrics = ({ alerts }: Monitoring): Metric[] => [
  one(
    'busbar_alert_evaluation_lag_seconds',
    'gauge',
    'How far the evaluation of alerts is behind.',
    alerts.status().lateMs / 1000,
  ),
]

const clockMetrics = ({ clockWatch, recorder }: Monitoring): Metric[] => {
  const { state, aheadMs, steps } = clockWatch.trusted.status()
  return [
    one('busbar_clock_doubted', 'gauge', 'Whether the clock is not believed right now.', state === 'steady' ? 0 : 1),
    one('busbar_clock_ahead_seconds', 'gauge', 'By how much it is ahead of what is believed.', aheadMs / 1000),
    one('busbar_clock_steps_total', 'counter', 'How often it was set by more than a trifle.', steps),
    one('busbar_recorder_aside_polls_total', 'counter', 'Polls that were kept aside.', recorder.status().asidePolls),
  ]
}
