import { type Evidence, isSilent, meanMs, type NetFacts, shareOf, type UnitFacts } from './facts.ts'

export type Level = 'critical' | 'warning' | 'unknown'

export const ruleNames = [
  'no-connection',
  'line-damaged',
  'line-silent',
  'line-noise',
  'overload',
  'same-address',
  'other-unit-answers',
  'unit-never-answered',
  'unit-silent',
  'unit-noise',
  'late-answers',
  'unit-refuses',
  'unit-slow',
  'unit-shaky',
] as const
export type RuleName = (typeof ruleNames)[number]

/** A rule: the condition, and the numbers that support its finding. */
interface LineRule {
  rule: RuleName
  level: Level
  /** It explains what its units do: no rule about one of them is asked. */
  explains?: (facts: NetFacts) => readonly UnitFacts[]
  judge: (facts: NetFacts) => Evidence | null
}
interface UnitRule {
  rule: RuleName
  level: Level
  judge: (unit: UnitFacts, others: readonly UnitFacts[], facts: NetFacts) => Evidence | null
}

/** Fewer requests tell nothing of how often something happens. */
const requestsMin = 5
/** A healthy line may damage up to one response in a hundred. */
const noiseShare = 0.01
/** Two units that talk at once spoil nearly each answer; a bad contact some of them. */
const collisionShare = 0.5
/** Occasional duplicate responses are a fault of the gateway. */
const doubledShare = 0.2
const otherShare = 0.02
/** More than noise takes: of a line that damages so much, nothing would arrive whole. */
const lostToNoiseShare = 0.1
const refusedShare = 0.2
const fullLoad = 0.9
/** A slow unit is this many times slower than its neighbours, and slow in absolute terms. */
const slowTimes = 5
const slowMs = 200
const timeoutShare = 0.5

const isMeasured = ({ recent }: UnitFacts): boolean => recent.requests >= requestsMin
const isDamagedOnly = (unit: UnitFacts): boolean =>
  unit.recent.answers === 0 && shareOf(unit, 'damaged') >= collisionShare
const sum = (units: readonly UnitFacts[], value: (unit: UnitFacts) => number): number =>
  units.reduce((all, unit) => all + value(unit), 0)
const noisy = ({ units }: NetFacts): UnitFacts[] => units.filter((unit) => shareOf(unit, 'damaged') >= noiseShare)

/** Findings on the line as a whole. */
export const lineRules: readonly LineRule[] = [
  {
    rule: 'no-connection',
    level: 'critical',
    explains: ({ units }) => units,
    judge: ({ isConnected }) => (isConnected ? null : {}),
  },
  {
    rule: 'line-damaged',
    level: 'critical',
    explains: ({ units }) => units,
    judge: ({ units }) =>
      units.length > 1 && units.every((unit) => isMeasured(unit) && isDamagedOnly(unit))
        ? { damagedUnits: units.length, damaged: sum(units, ({ recent }) => recent.damaged) }
        : null,
  },
  {
    rule: 'line-silent',
    level: 'critical',
    explains: ({ units }) => units,
    judge: ({ units }) =>
      units.length > 1 && units.every((unit) => isSilent(unit) && shareOf(unit, 'damaged') < collisionShare)
        ? { silentUnits: units.length, timeouts: sum(units, ({ recent }) => recent.timeouts) }
        : null,
  },
  {
    rule: 'line-noise',
    level: 'warning',
    // A question that arrives damaged is not answered: what is lost now and then says no more of a unit than what is damaged.
    explains: ({ units }) =>
      units.filter((unit) => shareOf(unit, 'damaged') < collisionShare && shareOf(unit, 'timeouts') < lostToNoiseShare),
    judge: (facts) => {
      const noisyUnits = noisy(facts).filter(isMeasured)
      const measuredUnits = facts.units.filter(isMeasured)
      if (noisyUnits.length < 2 || noisyUnits.length * 2 < measuredUnits.length) return null
      const requests = sum(measuredUnits, ({ recent }) => recent.requests)
      return { damagedUnits: noisyUnits.length, damaged: sum(noisyUnits, ({ recent }) => recent.damaged), requests }
    },
  },
  {
    rule: 'overload',
    level: 'warning',
    judge: ({ load }) => (load !== null && load >= fullLoad ? { loadPercent: Math.round(load * 100) } : null),
  },
]

/** Findings on a unit. The first matching rule explains it. */
export const unitRules: readonly UnitRule[] = [
  {
    rule: 'same-address',
    level: 'critical',
    judge: (unit, others) => {
      const isDoubled = shareOf(unit, 'doubled') >= doubledShare
      const isSpoilt = shareOf(unit, 'damaged') >= collisionShare && others.some(isWell)
      if (!isMeasured(unit) || !(isDoubled || isSpoilt)) return null
      const { requests, damaged, doubled } = unit.recent
      return { requests, damaged, doubled, otherUnits: others.filter(isWell).length }
    },
  },
  {
    rule: 'other-unit-answers',
    level: 'critical',
    judge: (unit) => {
      const { requests, foreign } = unit.recent
      return isMeasured(unit) && shareOf(unit, 'foreign') >= otherShare ? { requests, foreign } : null
    },
  },
  {
    rule: 'late-answers',
    level: 'warning',
    judge: (unit, _, { timeoutMs }) => {
      const { requests, late, timeouts } = unit.recent
      return isMeasured(unit) && shareOf(unit, 'late') >= otherShare ? { requests, late, timeouts, timeoutMs } : null
    },
  },
  {
    rule: 'unit-never-answered',
    level: 'unknown',
    judge: (unit, others) => {
      if (!isSilent(unit) || unit.hasAnswered) return null
      const { timeouts, damaged } = unit.recent
      return { timeouts, damaged, otherUnits: others.filter(isWell).length }
    },
  },
  {
    rule: 'unit-silent',
    level: 'unknown',
    judge: (unit, others) => {
      if (!isSilent(unit)) return null
      const { silentMs } = unit
      const { timeouts, damaged } = unit.recent
      return { timeouts, damaged, otherUnits: others.filter(isWell).length, ...(silentMs !== null && { silentMs }) }
    },
  },
  {
    rule: 'unit-noise',
    level: 'warning',
    judge: (unit, others) => {
      const { requests, damaged } = unit.recent
      if (!isMeasured(unit) || damaged < 2 || shareOf(unit, 'damaged') < noiseShare) return null
      return { requests, damaged, otherUnits: others.filter(isWell).length }
    },
  },
  {
    rule: 'unit-refuses',
    level: 'warning',
    judge: (unit) => {
      const { answers, exceptions } = unit.recent
      return answers >= requestsMin && exceptions >= answers * refusedShare ? { answers, exceptions } : null
    },
  },
  {
    rule: 'unit-slow',
    level: 'warning',
    judge: (unit, others, { timeoutMs }) => {
      const own = meanMs(unit)
      if (own === null || !isMeasured(unit)) return null
      const means = others.flatMap((other) => meanMs(other) ?? []).toSorted((a, b) => a - b)
      const othersMs = means[Math.floor(means.length / 2)]
      const isSlower = othersMs !== undefined && own >= slowMs && own >= slowTimes * othersMs
      if (!isSlower && own < timeoutMs * timeoutShare) return null
      const { slowestMs } = unit.recent
      return { meanMs: own, slowestMs, timeoutMs, ...(othersMs !== undefined && { othersMs }) }
    },
  },
  {
    rule: 'unit-shaky',
    level: 'warning',
    judge: (unit) => {
      const { requests, timeouts } = unit.recent
      return isMeasured(unit) && timeouts >= 2 && shareOf(unit, 'timeouts') >= otherShare
        ? { requests, timeouts }
        : null
    },
  },
]

/** It answers, and what it says arrives whole. */
const isWell = (unit: UnitFacts): boolean =>
  !isSilent(unit) && unit.recent.answers > 0 && shareOf(unit, 'damaged') < noiseShare
