const hourMs = 3_600_000

/** How much the listener takes on. */
export interface CallBackLimits {
  connectionsMax: number
  /** Connections from one address that have not proven a key that we know. */
  unprovenPerSourceMax: number
  /** Callers that have waited this long without admission give way when all pending slots are taken. */
  unprovenMs: number
  /** Callers that wait to be bound: in all, from one network (256 addresses), and from one address. */
  pendingMax: number
  pendingPerNetworkMax: number
  pendingPerSourceMax: number
  /** Calls of such callers in a minute: from one network, and from one address. */
  pendingCallsPerNetworkMax: number
  pendingCallsPerSourceMax: number
  /** From the connection to the end of the announcement. */
  announceMs: number
  /** For each answer until the field takes over. A gateway that asks its bus first may take seconds to say "no". */
  answerMs: number
  /** How long an activation code is good, and how many may be out. */
  codeMs: number
  codesMax: number
  codesPerNetworkMax: number
  codesPerSourceMax: number
  /** Visits that use the database at once. */
  queriesMax: number
  /** Interval of the cleanup. */
  sweepMs: number
}

export const callBackLimits: CallBackLimits = {
  connectionsMax: 10_000,
  unprovenPerSourceMax: 1000,
  unprovenMs: 1000,
  pendingMax: 1000,
  pendingPerNetworkMax: 300,
  pendingPerSourceMax: 100,
  pendingCallsPerNetworkMax: 1000,
  pendingCallsPerSourceMax: 200,
  announceMs: 10_000,
  answerMs: 10_000,
  codeMs: 24 * hourMs,
  codesMax: 100_000,
  codesPerNetworkMax: 2000,
  codesPerSourceMax: 500,
  queriesMax: 2,
  sweepMs: hourMs,
}
