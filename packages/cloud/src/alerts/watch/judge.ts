import type { Tx } from '../../db/sql.ts'
import type { AlertState, Now, Step } from '../alert.ts'
import { newState, step } from '../engine/step.ts'
import { effectRows } from '../store/effect-rows.ts'
import { storeEffects } from '../store/effects.sql.ts'
import { type LockedState, lockStates } from '../store/states.sql.ts'
import { handLast } from './last-facts.ts'
import type { Handed, Known, Standing } from './standings.ts'
import type { WatchedAlert } from './watched-alert.ts'

/** What will be known of an alert once the transaction in which it was judged is committed. */
export interface Judgement {
  standing: Standing
  state: AlertState
  version: number
  isStored: boolean
  /** From which it was judged. */
  base: Known
}

type Log = { error(details: object, message: string): void }

/** With the alert as it was judged: in memory there may be another already. */
interface Judged {
  alert: WatchedAlert
  step: Step
}

type Steps = Map<Standing, Judged>

/** Judges alerts, and stores what has become of them. Nothing in memory changes: that is for the time after the commit. */
export const judge = async (tx: Tx, handed: Handed, now: Now, log: Log): Promise<Judgement[]> => {
  const steps: Steps = new Map()
  const isAllKnown = areKnown(handed.keys())
  if (isAllKnown) stepEach(steps, handed, (standing) => standing, now, log)
  const toHold = isAllKnown ? worthStoring(steps) : [...handed.keys()]
  // Mostly nothing but what was seen.
  if (toHold.length === 0) return judgementsOf(steps)
  const rows = await holdStates(tx, toHold)
  const changed = toHold.filter((standing) => rows.get(standing) === baseOf(standing, rows))
  if (changed.length > 0) await handLast(tx, handed, changed)

  const again = new Map((isAllKnown ? changed : toHold).map((standing) => [standing, handed.get(standing) ?? []]))
  stepEach(steps, again, (standing) => baseOf(standing, rows), now, log)
  // Deleted meanwhile.
  for (const standing of toHold) if (!rows.has(standing)) steps.delete(standing)
  const outcomes = [...steps.values()].filter(({ step: { isWorthStoring } }) => isWorthStoring)
  if (outcomes.length > 0) await storeEffects(tx, effectRows(outcomes))
  return judgementsOf(steps, rows)
}

const areKnown = (standings: Iterable<Standing>): boolean => {
  for (const { version, doubt } of standings) if (version < 0 || doubt) return false
  return true
}

const worthStoring = (steps: Steps): Standing[] => {
  const worth: Standing[] = []
  for (const [standing, { step: one }] of steps) if (one.isWorthStoring) worth.push(standing)
  return worth
}

/** One statement takes all rows of a transaction: so nobody waits for us while we wait for them. */
const holdStates = async (tx: Tx, standings: readonly Standing[]): Promise<Map<Standing, LockedState>> => {
  const known = standings.map(({ alert: { orgId, id }, version }) => ({ orgId, id, version }))
  const rows = new Map((await lockStates(tx, known)).map((row) => [row.alertId, row]))
  return new Map(standings.flatMap((standing) => entryOf(standing, rows.get(standing.alert.id))))
}

const entryOf = (standing: Standing, row: LockedState | undefined): [Standing, LockedState][] =>
  row ? [[standing, row]] : []

/**
 * What is in the database: what we remember, what we wrote last without hearing whether it was committed, or what somebody else wrote.
 * Ours has seen readings that were not worth storing: so it is taken where it can be.
 */
const baseOf = (standing: Standing, rows: ReadonlyMap<Standing, LockedState>): Known => {
  const row = rows.get(standing)
  if (row === undefined || row.version === standing.version) return standing
  const { doubt } = standing
  const isOurs = doubt?.version === row.version && isSame(doubt.state, row.state)
  return isOurs ? doubt : row
}

const isSame = (one: AlertState | null, other: AlertState | null): boolean =>
  one?.on === other?.on && one?.runOn === other?.runOn && one?.aheadMs === other?.aheadMs

/** An alert that cannot be judged keeps no other from it, nor the readings from being recorded. */
const stepEach = (steps: Steps, handed: Handed, baseOfOne: (standing: Standing) => Known, now: Now, log: Log): void => {
  for (const [standing, facts] of handed) {
    const { alert } = standing
    try {
      const state = baseOfOne(standing).state ?? newState(alert, now)
      steps.set(standing, { alert, step: step(alert, state, facts, now) })
    } catch (err) {
      steps.delete(standing)
      log.error({ err, alertId: alert.id }, 'An alert could not be judged')
    }
  }
}

const judgementsOf = (steps: Steps, rows: ReadonlyMap<Standing, LockedState> = new Map()): Judgement[] =>
  Array.from(
    steps,
    ([
      standing,
      {
        step: { state, isWorthStoring: isStored },
      },
    ]) => {
      const base = baseOf(standing, rows)
      return { standing, state, version: base.version + (isStored ? 1 : 0), isStored, base }
    },
  )
