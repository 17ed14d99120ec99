import type { Clock } from '@busbar/kit'
import type { Request } from '@busbar/modbus'
import type { ExchangeResult, ModbusClient } from '@busbar/polling'
import { maskCommands, mergedWords, plainCommands, type Words } from './commands.rules.ts'
import type { WriteFacts } from './facts.sql.ts'
import type { CommandProgress } from './verdict.rules.ts'
import type { Writing } from './writing.ts'

export interface ParamRegistersOptions {
  facts: WriteFacts
  client: ModbusClient
  writing: Writing
  /** How many registers, or coils, the value takes. */
  count: number
  clock: Clock
  /** No request may be sent after this time. */
  dueAt: number
}

/** Time limit of reading back, which changes nothing. */
const readBackMs = 10_000

/** Reads and writes one parameter's registers. A read is repeated as the device is set up; a write never is. */
export class ParamRegisters {
  readonly #options: ParamRegistersOptions

  constructor(options: ParamRegistersOptions) {
    this.#options = options
  }

  read(): Promise<ExchangeResult<ArrayLike<number>>> {
    return this.#read(this.#options.dueAt)
  }

  /** Reads back without the deadline, which applies only to the write. */
  readBack(): Promise<ExchangeResult<ArrayLike<number>>> {
    return this.#read(this.#options.clock.now() + readBackMs)
  }

  async write({ words, mask }: Words): Promise<CommandProgress> {
    const { facts, writing } = this.#options
    if (mask === undefined || facts.registerKind === 'coil') return this.#send(plainCommands(facts, words))
    if (facts.writeFunction === 'normal' && writing.mayMask(facts)) {
      const sent = await this.#send(maskCommands(facts, words, mask))
      if (sent.done > 0 || !showsNoMask(sent)) return sent
      writing.cannotMask(facts)
      if (sent.failure !== 'IllegalFunction') return sent
    }
    // Read as late as can be: the neighbours' bits may be the device's own to change.
    const old = await this.read()
    if ('err' in old) return { done: 0, total: 1, failure: old.err, isUnsent: true }
    return this.#send(plainCommands(facts, mergedWords(old.ok, words, mask)))
  }

  async #read(dueAt: number): Promise<ExchangeResult<ArrayLike<number>>> {
    const { facts, count } = this.#options
    const fn = facts.registerKind === 'coil' ? 1 : 3
    const question = {}
    for (let triesLeft = facts.retries; ; triesLeft -= 1) {
      const outcome = await this.#ask({ fn, address: facts.address, count }, dueAt, question)
      const isLost = 'err' in outcome && (outcome.err === 'timeout' || outcome.err === 'crc')
      if (isLost && triesLeft > 0) continue
      if ('err' in outcome) return outcome
      const words = 'bits' in outcome.ok ? outcome.ok.bits : outcome.ok.words
      return words.length >= count ? { ok: words } : { err: 'malformed' }
    }
  }

  async #send(commands: readonly Request[]): Promise<CommandProgress> {
    const total = commands.length
    for (const [done, command] of commands.entries()) {
      const outcome = await this.#ask(command, this.#options.dueAt)
      if ('err' in outcome) return { done, total, failure: outcome.err }
    }
    return { done: total, total, failure: null }
  }

  #ask<R extends Request>(request: R, dueAt: number, question = {}) {
    const { facts, client, clock } = this.#options
    return client.ask(facts.unit, request, { priority: 'write', deadlineMs: dueAt - clock.now(), question })
  }
}

/** The device refuses the function, or is deaf to it though it had just answered. */
const showsNoMask = ({ failure }: CommandProgress): boolean =>
  failure === 'IllegalFunction' || failure === 'timeout' || failure === 'GatewayTargetDeviceFailedToRespond'
