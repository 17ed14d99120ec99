import type { NodeFacts } from '../nodes/nodes.ts'
import type { Monitoring } from './monitoring.ts'

/** Load of this node. Sent to the others every second, so it is short. */
export const nodeFacts = ({ field, callBack, poller, recorder, live }: Monitoring): NodeFacts => {
  const statuses = [...field.statuses().values()]
  const { polls, lagP99Ms } = poller.totals()
  const { queuedPolls, recordedReadings } = recorder.status()
  return {
    networks: statuses.length,
    connected: statuses.filter(({ isConnected }) => isConnected).length,
    callers: callBack?.status().connections ?? 0,
    polls,
    lagMs: Math.round(lagP99Ms),
    queuedPolls,
    recordedReadings,
    streams: live.status().streams,
  }
}
