import type { DstRule, YearlyMoment } from './dst.rules.ts'

const sunday = 7
const last = 6

/** The European Union changes at one instant, as do some other countries. */
const european: DstRule = {
  forward: { month: 3, week: last, dow: sunday, hour: 1 },
  backward: { month: 10, week: last, dow: sunday, hour: 1 },
  hours: 'utc',
}

/** At two in the morning, everywhere by its own clock. */
const american: DstRule = {
  forward: { month: 3, week: 2, dow: sunday, hour: 2 },
  backward: { month: 11, week: 1, dow: sunday, hour: 2 },
  hours: 'local',
}

/** Setting `tsMode`, 1 to 14: current law. Null for countries that abolished summer time. */
const countries: Readonly<Record<number, DstRule | null>> = {
  /** Brazil: none since 2019. */
  1: null,
  /** United Kingdom. */
  2: european,
  /** Germany. */
  3: european,
  /** Greece. */
  4: european,
  /** Jordan: three hours ahead all year since 2022. */
  5: null,
  /** Italy. */
  6: european,
  /** Namibia: two hours ahead all year since 2017. */
  7: null,
  /** Poland. */
  8: european,
  /** Portugal. */
  9: european,
  /** United States. */
  10: american,
  /** Turkey: three hours ahead all year since 2016. */
  11: null,
  /** Ukraine. */
  12: european,
  /** Finland. */
  13: european,
  /** France. */
  14: european,
}

const manual = 15

/** Setting `tsManual`. */
export type ManualDst = Readonly<Record<`${'fwd' | 'bwd'}${'Month' | 'Week' | 'Dow' | 'Hour'}`, number>>

/** Rule of the settings; null without summer time. */
export const ruleOf = (tsMode: number | null, own: ManualDst): DstRule | null => {
  if (tsMode === null) return null
  if (tsMode !== manual) return countries[tsMode] ?? null
  const forward: YearlyMoment = { month: own.fwdMonth, week: own.fwdWeek, dow: own.fwdDow, hour: own.fwdHour }
  const backward: YearlyMoment = { month: own.bwdMonth, week: own.bwdWeek, dow: own.bwdDow, hour: own.bwdHour }
  return { forward, backward, hours: 'local' }
}
