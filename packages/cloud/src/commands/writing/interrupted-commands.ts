import type { Database } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Actor, record } from '../../accounts/audit/record.ts'
import type { CommandOutcomes } from './command-outcomes.ts'
import { type CommandIntent, hasOutcome, intentsWithoutOutcome } from './interrupted-commands.sql.ts'
import { type DeviceAddress, recordedDevice, type Writing } from './writing.ts'

export interface InterruptedCommandsOptions {
  db: Pick<Database, 'sql'>
  clock: Clock
  now: () => Date
  writing: Pick<Writing, 'withDeviceLock'>
  /** Outcomes that this service knows are left to it. */
  outcomes: Pick<CommandOutcomes, 'isPending'>
  log: Pick<Log, 'info' | 'error'>
}

const batchMax = 1000
/** Longer than a command may take: one that another node is at has its own outcome by then. */
const againMs = 60_000

const why = 'the service stopped before the outcome was known'

/**
 * Commands that a crash interrupted between their two records: their outcome is recorded as unclear, when the service starts. A command
 * whose device some node holds a lock on is under way, and left alone.
 */
export class InterruptedCommands {
  readonly #options: InterruptedCommandsOptions
  readonly #rounds: Periodic
  /** False once no command is left, until the next start. */
  #isDue = false

  constructor(options: InterruptedCommandsOptions) {
    const { clock, log } = options
    this.#options = options
    this.#rounds = new Periodic({
      name: 'interrupted commands',
      clock,
      everyMs: againMs,
      work: () => this.#round(),
      onError: (error) => {
        this.#isDue = true
        log.error({ err: error }, 'interrupted commands have no outcome yet')
      },
    })
  }

  start(): void {
    this.#isDue = true
    this.#rounds.start()
    this.#rounds.wake()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Resolves when no round is running. */
  settled(): Promise<void> {
    return this.#rounds.settled()
  }

  async #round(): Promise<void> {
    if (!this.#isDue) return
    // Set before the round: a start during it requests another one.
    this.#isDue = false
    if (!(await this.#settle())) this.#isDue = true
  }

  /** Settles commands. Returns whether none is left. */
  async #settle(): Promise<boolean> {
    const { db, log, outcomes } = this.#options
    const intents = await intentsWithoutOutcome(db.sql, batchMax)
    let isDone = intents.length < batchMax
    for (const intent of intents) {
      if (this.#rounds.isStopped) return false
      const { orgId, command, action, objectId } = intent
      if (outcomes.isPending(command)) continue
      const outcome = await this.#settleOne(intent)
      if (outcome === 'recorded')
        log.info({ orgId, command, action, objectId }, 'a command was interrupted: its outcome is unclear')
      if (outcome === 'busy') isDone = false
    }
    return isDone
  }

  async #settleOne(intent: CommandIntent): Promise<'recorded' | 'known' | 'busy'> {
    const { clock, writing } = this.#options
    const device = deviceOf(intent)
    // A deleted device needs no waiting.
    if (device === null) return this.#recordOutcome(intent)
    return (await writing.withDeviceLock(device, clock.now(), () => this.#recordOutcome(intent))) ?? 'busy'
  }

  /** Nodes that start together find the same ones: the first of them records it. */
  #recordOutcome(intent: CommandIntent): Promise<'recorded' | 'known'> {
    const { db, now } = this.#options
    const { orgId, command, action, objectKind, objectId, before, wanted } = intent
    const actor: Actor = { caller: { accountId: 0, accountName: 'busbar' }, from: '', now }
    const after =
      wanted === null ? { outcome: `unclear: ${why}`, command } : { outcome: 'unclear', why, wanted, command }
    return db.sql.begin(async (tx) => {
      await lockOrg(tx, orgId)
      if (await hasOutcome(tx, intent)) return 'known'
      await record(tx, orgId, actor, { action: `${action}-outcome`, objectKind, objectId, before, after })
      return 'recorded'
    })
  }
}

const deviceOf = ({ objectKind, objectId, netId, unit }: CommandIntent): DeviceAddress | null => {
  if (unit === null) return null
  if (objectKind !== 'param') return recordedDevice({ objectKind, objectId, unit })
  return netId === null ? null : { netId, unit }
}
