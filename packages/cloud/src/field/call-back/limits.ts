const hourMs = 3_600_000

/** How much the listener takes on. */
export interface CallBackLimits {
  connectionsMax: number
  /** Connections from one address that have not proven a key that we know. */
  unprovenPerSourceMax: number
  /** Who was not let in after so long makes room when there is none left. */
  strangerMs: number
  /** Callers that wait to be bound: in all, and from one address. */
  guestsMax: number
  guestsPerSourceMax: number
  /** From the connection to the end of the announcement. */
  announceMs: number
  /** For each answer until the field takes over. A gateway that asks its bus first may take seconds to say "no". */
  answerMs: number
  /** How long an activation code is good, and how many may be out. */
  codeMs: number
  codesMax: number
  /** Visits that use the database at once. */
  queriesMax: number
  /** Between two looks at what is over. */
  sweepMs: number
}

export const callBackLimits: CallBackLimits = {
  connectionsMax: 10_000,
  unprovenPerSourceMax: 1000,
  strangerMs: 1000,
  guestsMax: 1000,
  guestsPerSourceMax: 100,
  announceMs: 10_000,
  answerMs: 10_000,
  codeMs: 24 * hourMs,
  codesMax: 100_000,
  queriesMax: 2,
  sweepMs: hourMs,
}
