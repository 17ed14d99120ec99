/** Time limits of the server in milliseconds, and numbers of attempts. */
export interface ServerTimeouts {
  /**
   * For a fast shutdown with a final checkpoint; without it the next start has to recover more, and nothing is lost.
   */
  fastMs: number
  /** For an immediate shutdown; the server kills its children after five seconds. */
  immediateMs: number
  /** For the system to remove a killed process. */
  killMs: number
  /** Interval of readiness checks. */
  checkMs: number
  /** For the response to a check. */
  answerMs: number
  /** Without a response, or in a recovery without progress. */
  stalledMs: number
  /**
   * Limit while the server reports recovery although its recovery process is gone, which PostgreSQL does not always
   * notice. Only its child processes remain to be ended then.
   */
  abandonedMs: number
  /** For a recovery with progress. */
  recoveryMs: number
  /** Pause before a restart, doubled with each attempt. */
  pauseMs: number
  pauseMsMax: number
  /** Time without a fault after which earlier faults no longer count. */
  healthyMs: number
  /**
   * Consecutive restarts. With their pauses they take about ten minutes, during which readings are queued in memory.
   */
  tries: number
  /** Attempts of the first start, while a person waits. */
  firstTries: number
}

export const usualTimes: ServerTimeouts = {
  fastMs: 10_000,
  immediateMs: 6000,
  killMs: 2000,
  checkMs: 5000,
  answerMs: 5000,
  stalledMs: 120_000,
  abandonedMs: 20_000,
  recoveryMs: 1_800_000,
  pauseMs: 1000,
  pauseMsMax: 60_000,
  healthyMs: 60_000,
  tries: 15,
  firstTries: 3,
}

/** Upper limit of a stop. */
export const stopMsMax = usualTimes.fastMs + usualTimes.immediateMs + usualTimes.killMs
