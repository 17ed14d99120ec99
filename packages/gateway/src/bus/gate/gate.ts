import type { Clock } from '@busbar/kit'
import { at } from '@busbar/kit'
import { answerFrom, broadcastEcho, decodeRequest, exceptionPdu, functionCode } from '@busbar/modbus'
import type { BusAnswer, BusFailure, BusRequest, FieldBus } from '../request.ts'
import { OwnBank } from './own-bank.ts'
import type { OwnRegisters } from './own-registers.ts'
import { Passwords } from './passwords.ts'
import { isAllowed, mayWriteOwn, type RequiredAccess, requiredAccess } from './protect.rules.ts'
import type { RemoteUnits } from './remote-units.ts'
import type { Requester, UnitGate } from './requester.ts'
import type { GateSettings } from './settings.ts'
import { isInRange } from './uid-range.rules.ts'

const rateSpanSec = 10

/** How many there were a second, over the last ten whole seconds. */
class Rate {
  readonly #clock: Clock
  readonly #counts = new Array<number>(rateSpanSec + 1).fill(0)
  #second = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(): void {
    const index = this.#turn()
    this.#counts[index] = at(this.#counts, index) + 1
  }

  get perSec(): number {
    const running = at(this.#counts, this.#turn())
    return (this.#counts.reduce((sum, count) => sum + count, 0) - running) / rateSpanSec
  }

  /** Clears the slots of past seconds and returns the current one. */
  #turn(): number {
    const second = Math.floor(this.#clock.now() / 1000)
    const passed = Math.min(second - this.#second, this.#counts.length)
    for (let i = 0; i < passed; i += 1) this.#counts[(second - i) % this.#counts.length] = 0
    this.#second = second
    return second % this.#counts.length
  }
}

export interface GateParts {
  readonly bus: FieldBus
  /** Its units go before those of the bus that have the same number. */
  readonly remote: RemoteUnits
  /** As they are in force at the moment of a request. */
  readonly settings: () => GateSettings
  readonly own: OwnRegisters
  readonly clock: Clock
}

const [illegalFunction, illegalDataValue, deviceFailure, busy] = [1, 3, 4, 6]
const broadcast = 0
const standard = { mbeRo: illegalFunction, mbeTo: 11, mbePu: 10 }
const both: RequiredAccess = { read: true, write: true }

/**
 * Routes each permitted request to its unit: the gateway itself, a unit of a remote server, one on the bus, or none.
 */
export class Gate implements UnitGate {
  readonly #parts: GateParts
  readonly #passwords: Passwords
  readonly #rate: Rate
  /** Settings of the line that requesters have written and not saved. */
  readonly #unsaved = new WeakMap<Requester, Map<number, number>>()

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#passwords = new Passwords(parts.clock)
    this.#rate = new Rate(parts.clock)
  }

  /** Whether raw bytes may pass unchecked, because they carry no password. */
  get isOpen(): boolean {
    return isAllowed(this.#parts.settings().protect, { read: null, write: null }, both)
  }

  /** Over the last ten seconds, of all callers. */
  get requestsPerSec(): number {
    return this.#rate.perSec
  }

  async ask(requester: Requester, unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined> {
    const { serial, ownSrv } = this.#parts.settings()
    const fn = functionCode(pdu)
    this.#rate.add()
    if (unit === ownSrv.vUid) return this.answerOwn(requester, unit, pdu)
    const { mbeRo, mbePu } = this.#codesFor(requester)
    if (!this.#may(requester, requiredAccess(pdu))) return refusal(fn, mbeRo)
    if (isNoRequest(fn)) return exceptionPdu(fn, illegalFunction)
    if (isMalformed(pdu)) return exceptionPdu(fn, illegalDataValue)
    if (unit === broadcast) return this.#broadcast(requester, pdu)
    const request = requestOf(requester, unit, pdu)
    const remote = this.#parts.remote.transact(request)
    if (remote === undefined && !isInRange(serial.uidRange, unit)) return refusal(fn, mbePu)
    return this.#answerOf(requester, fn, await (remote ?? this.#parts.bus.transact(request)))
  }

  /** For a master on the bus: what is for others is left to them. */
  async answerOwn(requester: Requester, unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined> {
    const { ownSrv, protect } = this.#parts.settings()
    if (unit !== ownSrv.vUid) return undefined
    const fn = functionCode(pdu)
    // The bank checks writes itself, because passwords are written as well.
    if (!this.#may(requester, { read: requiredAccess(pdu).read, write: false })) return refusal(fn, ownSrv.mbeRo)
    const bank = new OwnBank(this.#parts.own, {
      unsaved: this.#unsavedOf(requester),
      mayWrite: requester.isLoggedIn === true || mayWriteOwn(protect, this.#passwords.enteredBy(requester)),
      denied,
      typePassword: (index, words) => this.#passwords.type(requester, protect, index, words),
    })
    const answer = answerFrom(bank, pdu)
    if ((await bank.act?.()) === false) return exceptionPdu(fn, deviceFailure)
    return answer.length === 2 && answer[1] === denied ? refusal(fn, ownSrv.mbeRo) : answer
  }

  #may(requester: Requester, needs: RequiredAccess): boolean {
    const { protect } = this.#parts.settings()
    return requester.isLoggedIn === true || isAllowed(protect, this.#passwords.enteredBy(requester), needs)
  }

  /** On the bus alone: what unit 0 is at a remote server is that server's affair. */
  async #broadcast(requester: Requester, pdu: Uint8Array): Promise<Uint8Array | undefined> {
    const echo = broadcastEcho(pdu)
    if (echo === null) return exceptionPdu(functionCode(pdu), illegalFunction)
    const result = await this.#parts.bus.transact(requestOf(requester, broadcast, pdu))
    const answer = this.#answerOf(requester, functionCode(pdu), result)
    return answer?.length === 0 ? echo : answer
  }

  #answerOf(requester: Requester, fn: number, answer: BusAnswer): Uint8Array | undefined {
    return 'ok' in answer ? answer.ok : this.#failed(requester, fn, answer.err)
  }

  #failed(requester: Requester, fn: number, failure: BusFailure): Uint8Array | undefined {
    const { mbeTo, mbePu } = this.#codesFor(requester)
    switch (failure) {
      case 'timeout':
      case 'crc':
        return refusal(fn, mbeTo)
      case 'ForeignTraffic':
      case 'DuplicateUnit':
        return exceptionPdu(fn, standard.mbeTo)
      case 'closed':
      case 'slave':
        return refusal(fn, mbePu)
      case 'full':
        return exceptionPdu(fn, busy)
      case 'dropped':
        return undefined
    }
  }

  #codesFor({ usesStandardCodes }: Requester): Pick<GateSettings['ownSrv'], keyof typeof standard> {
    return usesStandardCodes === true ? standard : this.#parts.settings().ownSrv
  }

  #unsavedOf(requester: Requester): Map<number, number> {
    const unsaved = this.#unsaved.get(requester) ?? new Map<number, number>()
    this.#unsaved.set(requester, unsaved)
    return unsaved
  }
}

/** Between the bank and the gate: no exception of the standard has this number. */
const denied = 255

const requestOf = ({ name: by, from, signal }: Requester, unit: number, pdu: Uint8Array): BusRequest => ({
  by,
  ...(from !== undefined && { client: from }),
  unit,
  pdu,
  signal,
})

const refusal = (fn: number, code: number | null): Uint8Array | undefined =>
  code === null ? undefined : exceptionPdu(fn, code)

/** Codes of functions are 1 to 127. */
const isNoRequest = (fn: number): boolean => fn === 0 || fn > 127

/**
 * A device that searches for frames could take trailing bytes for another request, past every rule. An unusual value
 * for a coil is the device's own concern.
 */
const isMalformed = (pdu: Uint8Array): boolean => 'err' in decodeRequest(pdu) && !(pdu[0] === 5 && pdu.length === 5)
