import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 1
const nanosecondsPerMs = 1e6

/** Does the work; the answer has how late the event loop was meanwhile: of a hundred turns all but one were not later. */
export const withLoopDelay = async <T>(work: () => Promise<T>): Promise<{ result: T; loopP99Ms: number }> => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const result = await work()
  delay.disable()
  // The timer's own interval is no delay.
  return { result, loopP99Ms: Math.max(0, delay.percentile(99) / nanosecondsPerMs - resolutionMs) }
}
