import type { Clock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { RangeScan, type RangeScanRequest } from './range-scan.ts'
import { Scan, type ScanRequest } from './scan.ts'

export interface ScansOptions {
  clock: Clock
  newId: () => string
  log: { error(details: object, message: string): void }
}

/** Owner of a scan; others do not see it. */
export interface ScanOwner {
  accountId: number
  /** The organization of the network that is scanned; null where there is none. */
  orgId: number | null
  /** Scans of one link go one after another. */
  link: string
}

interface Entry {
  readonly starter: ScanOwner
  readonly scan: Scan | RangeScan
  cancelExpiry: () => void
}

/** Scans that wait or run: of one caller, and of one organization. */
const unfinishedMax = 4
/** Limit per caller, including finished scans. */
const perCallerMax = 20
const retentionMs = 600_000
const busyWaitMs = 10_000

/** All scans that run, and those that ended a while ago. */
export class Scans {
  readonly #options: ScansOptions
  readonly #entries = new Map<string, Entry>()
  /** The last scan of each link that has any. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(options: ScansOptions) {
    this.#options = options
  }

  /** All that runs is cancelled. */
  stop(): void {
    for (const { scan, cancelExpiry } of this.#entries.values()) {
      scan.cancel()
      cancelExpiry()
    }
    this.#entries.clear()
  }

  /** Looks for units. */
  start(starter: ScanOwner, request: ScanRequest): string {
    return this.#start(starter, new Scan(request, this.#options.clock))
  }

  /** Looks for registers of one unit. */
  startRanges(starter: ScanOwner, request: RangeScanRequest): string {
    return this.#start(starter, new RangeScan(request, this.#options.clock))
  }

  #start(starter: ScanOwner, scan: Scan | RangeScan): string {
    this.#makeRoom(starter)
    const scanId = this.#options.newId()
    const entry: Entry = { starter, scan, cancelExpiry: () => {} }
    this.#entries.set(scanId, entry)
    const turn = (this.#turns.get(starter.link) ?? Promise.resolve()).then(() => this.#run(scanId, entry))
    this.#turns.set(starter.link, turn)
    void turn.then(() => {
      if (this.#turns.get(starter.link) === turn) this.#turns.delete(starter.link)
    })
    return scanId
  }

  /** How far one is, or its end. */
  act(act: 'progress' | 'rangesProgress' | 'cancel', scanId: string, accountId: number): object {
    if (act === 'progress') return this.of(scanId, accountId).progress()
    if (act === 'rangesProgress') return this.rangesOf(scanId, accountId).progress()
    this.cancel(scanId, accountId)
    return {}
  }

  /** Another's looks as if it were not there. */
  of(scanId: string, accountId: number): Scan {
    const scan = this.#ofCaller(scanId, accountId)
    if (!(scan instanceof Scan)) throw new Refusal('ObjectNotFound')
    return scan
  }

  rangesOf(scanId: string, accountId: number): RangeScan {
    const scan = this.#ofCaller(scanId, accountId)
    if (!(scan instanceof RangeScan)) throw new Refusal('ObjectNotFound')
    return scan
  }

  cancel(scanId: string, accountId: number): void {
    this.#ofCaller(scanId, accountId).cancel()
  }

  #ofCaller(scanId: string, accountId: number): Scan | RangeScan {
    const entry = this.#entries.get(scanId)
    if (entry?.starter.accountId !== accountId) throw new Refusal('ObjectNotFound')
    return entry.scan
  }

  async #run(scanId: string, entry: Entry): Promise<void> {
    const { clock, log } = this.#options
    try {
      await entry.scan.run()
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, 'a scan failed')
      entry.scan.fail(error instanceof Refusal ? error.code : 'InternalError')
    }
    if (this.#entries.get(scanId) === entry)
      entry.cancelExpiry = clock.after(retentionMs, () => this.#entries.delete(scanId))
  }

  #makeRoom({ accountId, orgId }: ScanOwner): void {
    const all = [...this.#entries]
    const unfinished = all.filter(([, { scan }]) => !scan.isOver()).map(([, { starter }]) => starter)
    const ofCaller = unfinished.filter((starter) => starter.accountId === accountId)
    const ofOrg = unfinished.filter((starter) => orgId !== null && starter.orgId === orgId)
    if (Math.max(ofCaller.length, ofOrg.length) >= unfinishedMax) throw tooManyRequests(busyWaitMs)
    const ownScans = all.filter(([, { starter }]) => starter.accountId === accountId)
    const oldest = ownScans.find(([, { scan }]) => scan.isOver())
    if (ownScans.length < perCallerMax || oldest === undefined) return
    oldest[1].cancelExpiry()
    this.#entries.delete(oldest[0])
  }
}
