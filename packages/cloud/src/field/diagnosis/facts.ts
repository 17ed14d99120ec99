import type { Figures } from './figures.ts'

/** Facts on a unit for the diagnosis of its network. */
export interface UnitFacts {
  unit: number
  /** The last quarter of an hour to half an hour. */
  recent: Figures
  /** Requests without an answer up to now, one after another. */
  silentRequests: number
  /** Time since its last response; null where none came since the service was started. */
  silentMs: number | null
  /** It has responded at some time since it was added. */
  hasAnswered: boolean
}

export interface NetFacts {
  isConnected: boolean
  timeoutMs: number
  /** The share of the line's time that is taken; null where nothing was measured. */
  load: number | null
  units: readonly UnitFacts[]
}

/** Names of the numbers that support a finding. */
export const evidenceNames = [
  'requests',
  'answers',
  'timeouts',
  'damaged',
  'doubled',
  'late',
  'foreign',
  'exceptions',
  'meanMs',
  'slowestMs',
  'othersMs',
  'timeoutMs',
  'silentMs',
  'silentUnits',
  'damagedUnits',
  'otherUnits',
  'loadPercent',
] as const
export type Evidence = Partial<Record<(typeof evidenceNames)[number], number>>

/** Share of all requests with this outcome. */
export const shareOf = (
  { recent }: UnitFacts,
  count: 'damaged' | 'timeouts' | 'late' | 'doubled' | 'foreign',
): number => (recent.requests === 0 ? 0 : recent[count] / recent.requests)

/** Good answers: what came whole. */
export const meanMs = ({ recent: { answers, answerMs } }: UnitFacts): number | null =>
  answers === 0 ? null : answerMs / answers

/** Three in a row: one may be lost, and is asked again. */
const silentRequestsMin = 3
export const isSilent = ({ silentRequests }: UnitFacts): boolean => silentRequests >= silentRequestsMin
