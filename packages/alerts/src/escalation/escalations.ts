import type { Transactions } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import { dueEscalations, type Escalation, type EscalationKey, holdEscalation, setDue } from './escalation.sql.ts'
import { type EscalatedAlert, EscalationTurn } from './escalation-turn.ts'
import { holdRecipients, settledEscalations } from './recipients.sql.ts'
import { isHeldBack, notifyConfirmed, notifyResolved, notifyStep, settleMessages } from './steps.ts'

export interface EscalationsOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  /** The alert as it is judged; null while it is not known here. */
  watched: (alertId: number) => EscalatedAlert | null
  log: { error(details: object, message: string): void }
}

const passMs = 2000
const batchMax = 50
/** Delay of a failed escalation, so that it does not block the others. */
const againMs = 10_000
/** After a start, messages that waited for it get this long before they count as late. */
const startMs = 60_000

/**
 * Tells people step by step of alerts that name a policy, until it is confirmed. All that is known of an escalation is stored, and each turn
 * is one transaction: several nodes may do this, and any of them may stop at any time.
 */
export class Escalations {
  readonly #options: EscalationsOptions
  readonly #passes: Periodic
  #unlisten: () => Promise<void> = () => Promise.resolve()
  #startedOn = Number.POSITIVE_INFINITY

  constructor(options: EscalationsOptions) {
    this.#options = options
    const { clock, log } = options
    this.#passes = new Periodic({
      name: 'escalations',
      clock,
      everyMs: passMs,
      work: async () => {
        if (await this.#pass()) this.wake()
      },
      onError: (error) => log.error({ err: error }, 'escalations were not checked'),
    })
  }

  async start(): Promise<void> {
    const { db, now } = this.#options
    this.#startedOn = now().getTime()
    this.#unlisten = await db.sql.listen('busbar_escalations_waiting', () => this.wake())
    this.#passes.start()
    this.wake()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#passes.stop(), this.#unlisten()])
  }

  /** Checks now which escalations are due. */
  wake(): void {
    this.#passes.wake()
  }

  /** Resolves when nothing is due any more. */
  settled(): Promise<void> {
    return this.#passes.settled()
  }

  /** Returns whether anything was done: then other escalations may be due. */
  async #pass(): Promise<boolean> {
    const { db, now } = this.#options
    for (const key of await settledEscalations(db.sql, now(), this.#lateTill(), batchMax))
      await this.#inTurn(key, settle)
    let isDone = false
    for (const key of await dueEscalations(db.sql, now(), batchMax))
      isDone = (await this.#inTurn(key, notify)) || isDone
    return isDone
  }

  #lateTill(): Date {
    const now = this.#options.now()
    return now.getTime() < this.#startedOn + startMs ? new Date(0) : now
  }

  async #inTurn(key: EscalationKey, action: (turn: EscalationTurn) => Promise<boolean>): Promise<boolean> {
    const { db, now, watched, log } = this.#options
    const watchedAlert = watched(key.alertId)
    if (watchedAlert === null) return false
    try {
      return await db.tx(async (tx) => {
        const escalation = await holdEscalation(tx, key)
        if (escalation === undefined) return false
        const turn = new EscalationTurn(tx, escalation, watchedAlert, {
          on: now().getTime(),
          lateTill: this.#lateTill(),
        })
        const isDone = await action(turn)
        await turn.end()
        return isDone
      })
    } catch (error) {
      log.error({ err: error, alertId: key.alertId }, 'an escalation could not go on')
      await db.tx(async (tx) => {
        const escalation = await holdEscalation(tx, key)
        if (escalation === undefined) return
        const againOn = now().getTime() + againMs
        await setDue(tx, escalation, { ...escalation, dueOn: later(escalation, againOn) })
        await holdRecipients(tx, escalation, againOn)
      })
      return false
    }
  }
}

const later = ({ dueOn }: Escalation, on: number): number | null =>
  dueOn === null ? null : Math.max(dueOn.getTime(), on)

const settle = async (turn: EscalationTurn): Promise<boolean> => {
  await settleMessages(turn)
  return true
}

const notify = async (turn: EscalationTurn): Promise<boolean> => {
  const { escalation, on } = turn
  const { dueOn, isHeld, overOn, confirmed, policy } = escalation
  // Another node may have been here since.
  if (dueOn === null || dueOn.getTime() > on || isHeld) return false
  if (overOn !== null) await notifyResolved(turn)
  else if (confirmed !== null) await notifyConfirmed(turn)
  else if (policy === null || turn.snapshot === null) return false
  else if (!(await isHeldBack(turn))) await notifyStep(turn, policy)
  return true
}
