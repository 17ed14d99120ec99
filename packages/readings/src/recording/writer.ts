import { type Fence, limitLockWait, lostFences, type Transactions, type Tx } from '@busbar/database'
import { isDistributed } from '@busbar/database/citus'
import type { RecordedPoll } from '../poll.ts'
import { type Batch, type PreparedPoll, prepare, type StoredPoll, settle } from './batch.ts'
import { type DeviceState, Devices, findGone } from './devices.ts'
import type { LastState } from './last-values.ts'
import { isDataFault, isMissingPartition, isMissingReference, isTaken } from './losses.ts'
import { type PackedPoll, writePacked } from './packed-rows.sql.ts'
import { dayOf, Partitions } from './partitions.ts'
import type { QueuedPoll } from './queue.ts'
import type { PackedRow } from './row-layout.ts'
import {
  addRecorder,
  batchOf,
  findTaken,
  insertAside,
  insertExact,
  insertPolls,
  type LastDrafts,
  lockDevices,
  takeTurn,
  upsertLast,
} from './write.sql.ts'

/** Receives the result of a transaction; `unknown`: it may have been committed. */
export type TransactionListener = (ending: 'done' | 'undone' | 'unknown') => void

/**
 * Runs in the transaction that records the polls. The returned listener is called once with the transaction's result.
 */
export type InRecordingTx = (tx: Tx, polls: readonly RecordedPoll[]) => Promise<TransactionListener | undefined | void>

/** Reason for a rollback, after which the batch is retried at once in another way. */
class RollbackError extends Error {
  readonly why: 'turn' | 'times' | 'versions' | 'fences' | 'devices'

  constructor(why: RollbackError['why']) {
    super(`The batch was undone: ${why}`)
    this.why = why
  }
}

const attemptsMax = 20
/** Shorter than the time after which a write counts as stuck, so that the lock is reported as the reason. */
const lockWaitMsDefault = 8000

/** Writes batches, each in one transaction and exactly once, even if the connection is lost. */
export class Writer {
  readonly #db: Transactions
  readonly #id: string
  readonly #devices: Devices
  readonly #lockWaitMs: number
  readonly #partitions: Partitions
  /** Number of the last batch that is known to be committed. */
  #number = 0
  #isStarted = false
  /** True on Citus, where no foreign key ties readings to their device. */
  #isSpread = false
  /** A batch whose commit was not confirmed. */
  #unsure: Batch | null = null
  /** Epochs of owners that are known to be replaced, by name; none of them returns. */
  readonly #lost = new Map<string, number>()

  /** `devices` may be shared with writers of other devices. */
  constructor(
    db: Transactions,
    now: () => Date,
    id: string,
    devices = new Devices(),
    lockWaitMs: number = lockWaitMsDefault,
  ) {
    this.#db = db
    this.#id = id
    this.#devices = devices
    this.#lockWaitMs = lockWaitMs
    this.#partitions = new Partitions(db, now)
  }

  /** Returns whether the next `write` must repeat the same polls. */
  get isUnsure(): boolean {
    return this.#unsure !== null
  }

  async start(): Promise<void> {
    await addRecorder(this.#db.sql, this.#id, this.#number)
    this.#isSpread = await isDistributed(this.#db.sql)
    this.#isStarted = true
    await this.#partitions.ensure([])
  }

  /** Returns the recorded polls, which are all except those of deleted devices. */
  async write(waiting: readonly QueuedPoll[], inRecordingTx: InRecordingTx | undefined): Promise<Batch> {
    if (!this.#isStarted) await this.start()
    const takenTimes = new Map<number, Set<number>>()
    for (let attempt = 1; ; attempt++) {
      const batch = this.#unsure ?? (await this.#prepare(waiting, takenTimes))
      try {
        if (batch.lines.length > 0) await this.#commit(batch, inRecordingTx)
      } catch (error) {
        const isRecorded = error instanceof RollbackError && error.why === 'turn' && (await this.#wasCommitted())
        if (!isRecorded) {
          if (attempt === attemptsMax || !(await this.#mend(error, batch, takenTimes, attempt))) throw error
          continue
        }
      }
      settle(batch)
      return batch
    }
  }

  #prepare(waiting: readonly QueuedPoll[], takenTimes: ReadonlyMap<number, ReadonlySet<number>>): Promise<Batch> {
    return prepare(this.#db.sql, this.#devices, waiting, takenTimes, (fence) => this.#isLost(fence), !this.#isSpread)
  }

  async #commit(batch: Batch, inRecordingTx: InRecordingTx | undefined): Promise<void> {
    const { lines } = batch
    await this.#partitions.ensure(new Set(believed(lines).map(({ poll }) => dayOf(poll.readOn))))
    const polls = lines.map(({ poll }) => poll)
    let isCommitting = false as boolean
    let isLost = false
    const isOver = (): boolean => isLost
    let ended: TransactionListener | undefined
    try {
      await this.#db.tx(async (tx) => {
        limitLockWait(tx, this.#lockWaitMs).execute()
        const outcomes = await send(tx, batch, this.#fencesOf(batch), this.#id, this.#number + 1, this.#isSpread)
        // The connection was lost and a later attempt may be running, so this result is ignored.
        if (isOver()) return
        this.#judge(outcomes)
        const listener = (await inRecordingTx?.(tx, polls)) ?? undefined
        if (isOver()) return listener?.('undone')
        ended = listener
        isCommitting = true
      })
    } catch (error) {
      isLost = true
      if (isCommitting && !isDataFault(error)) this.#unsure = batch
      ended?.(this.#unsure === null ? 'undone' : 'unknown')
      throw error
    }
    this.#number += 1
    ended?.('done')
  }

  #judge([turn, fences, devices, packed, polls, last, exact, aside]: Awaited<ReturnType<typeof send>>): void {
    if (!valueOf(turn)) throw new RollbackError('turn')
    // No earlier attempt was committed, and none can be any more.
    this.#unsure = null
    const lost = valueOf(fences)
    for (const { name, epoch } of lost) this.#lost.set(name, Math.max(epoch, this.#lost.get(name) ?? epoch))
    if (lost.length > 0) throw new RollbackError('fences')
    if (!valueOf(devices)) throw new RollbackError('devices')
    if (packed.status === 'rejected' && isTaken(packed.reason)) throw new RollbackError('times')
    const isAsRemembered = valueOf(packed)
    if (!valueOf(polls)) throw new RollbackError('times')
    if (!isAsRemembered || !valueOf(last)) throw new RollbackError('versions')
    if (!valueOf(exact)) throw new RollbackError('times')
    valueOf(aside)
  }

  #isLost({ name, epoch }: Fence): boolean {
    return epoch <= (this.#lost.get(name) ?? -Infinity)
  }

  /** Returns distinct fences without those that are known to be lost. */
  #fencesOf({ lines }: Batch): Fence[] {
    const fences = new Map<string, Fence>()
    for (const {
      poll: { fence },
    } of lines) {
      if (fence !== undefined && !this.#isLost(fence)) fences.set(`${fence.name} ${fence.epoch}`, fence)
    }
    return [...fences.values()]
  }

  /** Finds out whether the unconfirmed batch was committed. Registers a recorder that the database does not know. */
  async #wasCommitted(): Promise<boolean> {
    const number = await batchOf(this.#db.sql, this.#id)
    const isCommitted = this.#unsure !== null && number === this.#number + 1
    if (isCommitted) this.#number += 1
    else await addRecorder(this.#db.sql, this.#id, this.#number)
    this.#unsure = null
    return isCommitted
  }

  /** Fixes the cause of an error; false if retrying at once would not help. */
  async #mend(error: unknown, batch: Batch, takenTimes: Map<number, Set<number>>, attempt: number): Promise<boolean> {
    const { lines, drafts } = batch
    if (error instanceof RollbackError && error.why !== 'devices') {
      if (error.why === 'versions' || error.why === 'fences')
        for (const { deviceId } of drafts.keys()) this.#devices.forget(deviceId)
      if (error.why === 'times') addTo(takenTimes, await findTaken(this.#db.sql, lines))
      return true
    }
    if (isMissingPartition(error)) {
      this.#partitions.forget()
      return true
    }
    if (!(error instanceof RollbackError) && !isMissingReference(error)) return false
    const gone = await findGone(this.#db.sql, drafts.keys())
    for (const { deviceId } of gone) this.#devices.forget(deviceId)
    return gone.length > 0 || attempt === 1
  }
}

/** Sends all statements of a batch at once, so that the database does not wait between them. */
const send = (
  tx: Tx,
  batch: Batch,
  fences: readonly Fence[],
  recorderId: string,
  number: number,
  isSpread: boolean,
) => {
  const { rows, lines, drafts } = batch
  const stored = believed(lines)
  const packed = stored.filter(isPacked)
  const single = packed.length < stored.length ? stored.filter(isSingle) : []
  const { versions, rest } = knownVersions(batch)
  return Promise.allSettled([
    takeTurn(tx, recorderId, number),
    lostFences(tx, fences),
    !isSpread || lockDevices(tx, drafts),
    packed.length === 0 || writePacked(tx, rows, packed, versions),
    single.length === 0 || insertPolls(tx, single),
    rest.size === 0 || upsertLast(tx, rest),
    stored.every(({ texts }) => texts === null) || insertExact(tx, stored),
    stored.length < lines.length &&
      insertAside(
        tx,
        lines.filter(isSingle).filter(({ poll }) => poll.aside),
      ),
  ])
}

const isPacked = (line: PreparedPoll): line is PreparedPoll & PackedPoll => line.packed !== null

const isSingle = (line: PreparedPoll): line is PreparedPoll & StoredPoll => line.row !== null

/**
 * Splits the devices: those with a row whose complete state is one packed poll, with their versions by that poll's
 * cells; and the rest with their states.
 */
const knownVersions = ({ drafts }: Batch): { versions: Map<PackedRow, number>; rest: LastDrafts } => {
  const versions = new Map<PackedRow, number>()
  const rest = new Map<DeviceState, { last: LastState }>()
  for (const [state, draft] of drafts) {
    if (state.version > 0 && draft.packed !== null) versions.set(draft.packed, state.version)
    else rest.set(state, draft)
  }
  return { versions, rest }
}

/** Filters out polls with an implausible time; usually none. */
const believed = (lines: Batch['lines']): Batch['lines'] =>
  lines.some(({ poll }) => poll.aside) ? lines.filter(({ poll }) => !poll.aside) : lines

const valueOf = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const addTo = (takenTimes: Map<number, Set<number>>, more: ReadonlyMap<number, ReadonlySet<number>>): void => {
  for (const [deviceId, times] of more) takenTimes.set(deviceId, times.union(takenTimes.get(deviceId) ?? new Set()))
}
