/** How long the server is given, in milliseconds, and how often. */
export interface ServerTimeouts {
  /** To write its last checkpoint; without it the next start has more to recover, and nothing is lost. */
  fastMs: number
  /** To cut off its children; it kills them itself after five seconds. */
  immediateMs: number
  /** For the system to take away what was killed. */
  killMs: number
  /** Between two looks whether it still lets us in. */
  checkMs: number
  /** For one such look. */
  answerMs: number
  /** Without an answer, or in a recovery that does not get on. */
  stalledMs: number
  /**
   * Limit while the server reports recovery although its recovery process is gone, which PostgreSQL does not always
   * notice. Only its child processes remain to be ended then.
   */
  abandonedMs: number
  /** For a recovery that does get on. */
  recoveryMs: number
  /** Before it is started again; doubled with each try. */
  pauseMs: number
  pauseMsMax: number
  /** After so long without a fault, those of before no longer count. */
  healthyMs: number
  /** Tries in a row to start it again. With their pauses they take some ten minutes, for which what is read waits in memory. */
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

/** A stop never takes longer. */
export const stopMsMax = usualTimes.fastMs + usualTimes.immediateMs + usualTimes.killMs
