import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@busbar/database'
import { unavailability } from '@busbar/database/health'
import { type Clock, Mutex } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { z } from 'zod'
import type { AuditAction, AuditKind } from '../../accounts/audit/actions.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Actor, record } from '../../accounts/audit/record.ts'
import { hasOutcomeBy } from './interrupted-commands.sql.ts'

export interface CommandOutcomesOptions {
  db: Pick<Database, 'sql'>
  clock: Clock
  now: () => Date
  log: Pick<Log, 'info' | 'error'>
  /** The data folder of this service. */
  folder: string
}

/** Outcome of a command, for the audit log of its organization. */
export interface CommandOutcome {
  orgId: number
  action: AuditAction
  objectKind: AuditKind
  objectId: string
  before?: unknown
  after: { command: string } & Record<string, unknown>
}

const pendingOutcome = z.object({
  orgId: z.number(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  before: z.unknown().optional(),
  after: z.looseObject({ command: z.string() }),
  accountId: z.number(),
  accountName: z.string(),
  from: z.string(),
  answeredOn: z.string(),
})
type PendingOutcome = z.output<typeof pendingOutcome>

/** The device has answered, so the caller does not wait long for the database, nor for the disk. */
const waitMs = 3000
/** After this time the outcome is in the file as well, so that it is known also when the service is killed while it waits. */
const flushMs = 100
const retryMs = 5000
/** No command begins without the database, so only those under way can be pending. */
const pendingMax = 1000

/**
 * Records the outcomes of commands. The device has answered, so an outcome that the database does not take is kept in memory and in a file,
 * and recorded when the database is back, also by the next start of the service.
 */
export class CommandOutcomes {
  readonly #options: CommandOutcomesOptions
  readonly #path: string
  /** Pending outcomes by command. */
  readonly #pending = new Map<string, PendingOutcome>()
  /** Attempts that have not ended: until then it is not known whether the database has the outcome. */
  readonly #underWay = new Set<string>()
  readonly #saving = new Mutex()
  #retrying: Promise<void> = Promise.resolve()
  #cancelRetry: (() => void) | null = null
  #isStopped = true

  constructor(options: CommandOutcomesOptions) {
    this.#options = options
    this.#path = join(options.folder, 'command-outcomes.json')
  }

  /** Records what the service before this one could not. */
  async start(): Promise<void> {
    this.#isStopped = false
    for (const outcome of await this.#load()) this.#pending.set(outcome.after.command, outcome)
    if (this.#pending.size > 0) await this.#retry()
    this.#arm()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry?.()
    await this.#retrying
    await this.#save()
  }

  /** Returns whether this process knows the outcome of a command but has not recorded it yet. */
  isPending(command: string): boolean {
    return this.#pending.has(command)
  }

  /** Records an outcome. Never rejects; the result is whether the record has to wait for the database. */
  async record({ caller, from, now }: Actor, outcome: CommandOutcome): Promise<{ auditPending: boolean }> {
    const pending = { ...outcome, ...caller, from, before: outcome.before, answeredOn: now().toISOString() }
    const { db } = this.#options
    const storing = db.sql.begin((tx) => record(tx, outcome.orgId, { caller, from, now }, outcome))
    const result = storing.then(
      () => 'stored' as const,
      (error: unknown) => ({ error }),
    )
    const ended = this.#inTime(result, waitMs)
    const early = await this.#inTime(result, flushMs)
    if (early === 'stored') return { auditPending: false }
    const hasRoom = this.#pending.size < pendingMax
    const kept = hasRoom ? this.#keep(pending, result) : Promise.resolve()
    const end = await ended
    if (end === 'stored') return { auditPending: false }
    this.#logPending(pending, hasRoom, end?.error)
    await this.#inTime(kept, waitMs)
    return { auditPending: true }
  }

  /** Undefined when it takes too long. */
  async #inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const cancel = this.#options.clock.after(timeoutMs, () => resolve(undefined))
    const result = await Promise.race([work, late])
    cancel()
    return result
  }

  #logPending(outcome: PendingOutcome, isKept: boolean, err: unknown): void {
    const { log } = this.#options
    const { orgId, action, objectId, after } = outcome
    const { command } = after
    if (isKept) {
      log.error(
        { err, orgId, command, action, objectId },
        'the outcome of a command will be recorded when the database is available',
      )
    } else log.error({ err, outcome }, 'the outcome of a command is not recorded: too many are pending')
  }

  async #keep(outcome: PendingOutcome, storing: Promise<unknown>): Promise<void> {
    const { command } = outcome.after
    this.#pending.set(command, outcome)
    this.#underWay.add(command)
    void storing.then(async (result) => {
      this.#underWay.delete(command)
      if (result !== 'stored') return this.#arm()
      this.#pending.delete(command)
      await this.#save()
    })
    await this.#save()
  }

  #arm(): void {
    if (this.#isStopped || this.#cancelRetry !== null || this.#pending.size === 0) return
    this.#cancelRetry = this.#options.clock.after(retryMs, () => {
      this.#retrying = this.#retry().finally(() => {
        this.#cancelRetry = null
        this.#arm()
      })
    })
  }

  async #retry(): Promise<void> {
    const { log } = this.#options
    const before = this.#pending.size
    for (const [command, outcome] of this.#pending) {
      if (this.#isStopped) break
      if (this.#underWay.has(command)) continue
      try {
        const { orgId, action, objectId } = outcome
        const isStored = await this.#recordLate(outcome)
        this.#pending.delete(command)
        if (isStored) log.info({ orgId, command, action, objectId }, 'the outcome of a command was recorded late')
        else log.error({ outcome }, 'the outcome of a command is not recorded: its organization was deleted')
      } catch (error) {
        if (unavailability(error) !== null) break
        log.error({ err: error, command }, 'the outcome of a command could not be recorded')
      }
    }
    if (this.#pending.size < before) await this.#save()
  }

  /**
   * Records a late outcome. An attempt without a result may have been committed, and a service that found only the
   * intent may have recorded an unclear outcome: that record stays, and the known outcome follows it. Returns false if
   * the organization no longer exists.
   */
  #recordLate(outcome: PendingOutcome): Promise<boolean> {
    const { db, now } = this.#options
    const { orgId, objectId, before, after, accountId, accountName, from, answeredOn } = outcome
    const [action, objectKind] = [outcome.action as AuditAction, outcome.objectKind as AuditKind]
    const actor: Actor = { caller: { accountId, accountName }, from, now }
    return db.sql.begin(async (tx) => {
      if ((await lockOrg(tx, orgId)) === undefined) return false
      const { command } = after
      if (await hasOutcomeBy(tx, { orgId, objectKind, objectId, command, accountName, from })) return true
      await record(tx, orgId, actor, { action, objectKind, objectId, before, after: { ...after, answeredOn } })
      return true
    })
  }

  async #load(): Promise<PendingOutcome[]> {
    const { log } = this.#options
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
    try {
      return z.array(pendingOutcome).parse(JSON.parse(text))
    } catch (error) {
      const kept = `${this.#path}.damaged`
      await rename(this.#path, kept)
      log.error({ err: error, kept }, 'unrecorded outcomes of commands could not be read')
      return []
    }
  }

  /** Whole, under another name first: the file survives a power failure at any moment. */
  async #save(): Promise<void> {
    const release = await this.#saving.lock()
    try {
      if (this.#pending.size === 0) {
        await rm(this.#path, { force: true })
        return
      }
      const file = await open(`${this.#path}.new`, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify([...this.#pending.values()]))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${this.#path}.new`, this.#path)
      const folder = await open(this.#options.folder, 'r')
      await folder.sync().finally(() => folder.close())
    } catch (error) {
      this.#options.log.error({ err: error }, 'outcomes of commands are stored in memory only')
    } finally {
      release()
    }
  }
}
