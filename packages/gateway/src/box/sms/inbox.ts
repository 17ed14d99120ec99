import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { decodeResponse, decodeValue, encodeRequest, type Request, registerCount } from '@busbar/modbus'
import { Guesses } from '../../bus/gate/guesses.ts'
import { isSame } from '../../bus/gate/passwords.ts'
import type { Requester, UnitGate } from '../../bus/gate/requester.ts'
import type { ModemPort, ReceivedSms } from '../modem/facts.ts'
import { maskText, parseCommand, type SmsCommand, type SmsItem } from './command.rules.ts'
import { isListed, isTooOld, neededPassword, type SmsRights } from './judge.rules.ts'
import type { SmsTexts } from './texts.ts'

const noAnswer = 11

/** Reads or writes one item once and returns the outcome as text. */
const executeItem = async (
  gate: UnitGate,
  requester: Requester,
  item: SmsItem,
  words: { readonly noAnswer: string },
): Promise<string> => {
  const request = requestOf(item)
  const answer = await gate.ask(requester, item.unit, encodeRequest(request))
  if (answer === undefined) return `${item.name} !${words.noAnswer}`
  const decoded = decodeResponse(answer, request)
  if ('err' in decoded) return `${item.name} !${words.noAnswer}`
  const response = decoded.ok
  if (response.fn === 'exception') return `${item.name} !${response.code === noAnswer ? words.noAnswer : response.code}`
  if (item.words !== undefined) return `${item.name}=${valueOf(item, item.words)} ok`
  if (response.fn === 1 || response.fn === 2) return `${item.name}=${response.bits[0]}`
  return response.fn === 3 || response.fn === 4 ? `${item.name}=${valueOf(item, response.words)}` : `${item.name} !?`
}

const valueOf = ({ area, format }: SmsItem, words: ArrayLike<number>): string => {
  if (area === 'C' || area === 'D') return String(words[0])
  const value = decodeValue(format, words)
  return 'ok' in value ? value.ok : '?'
}

const requestOf = ({ area, address, format, words }: SmsItem): Request => {
  if (words !== undefined) {
    const [first = 0] = words
    if (area === 'C') return { fn: 5, address, on: first !== 0 }
    return words.length === 1 ? { fn: 6, address, word: first } : { fn: 16, address, words: [...words] }
  }
  switch (area) {
    case 'C':
      return { fn: 1, address, count: 1 }
    case 'D':
      return { fn: 2, address, count: 1 }
    case 'H':
      return { fn: 3, address, count: registerCount(format) }
    case 'I':
      return { fn: 4, address, count: registerCount(format) }
  }
}

export interface InboxParts {
  readonly port: Pick<ModemPort, 'messages' | 'removeMessage'>
  readonly gate: UnitGate
  /** As they are in force now. */
  readonly rights: () => SmsRights
  readonly phones: readonly string[]
  readonly texts: SmsTexts
  readonly reply: (number: string, text: string) => void
  /** How the gateway is, in a line. */
  readonly stateLine: () => string
  readonly balance: () => Promise<string>
  readonly now: () => Date
  /** Whether a time server has set the clock. */
  readonly isClockRight: () => boolean
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Received messages: each is deleted from the modem and then executed if its sender has the right. */
export class SmsInbox {
  readonly #parts: InboxParts
  readonly #guesses: Guesses
  readonly #stopping = new AbortController()
  /** Messages that could not be deleted, so that each is logged once. */
  readonly #stuck = new Set<string>()

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.#guesses = new Guesses(parts.clock)
  }

  stop(): void {
    this.#stopping.abort()
  }

  async check(): Promise<void> {
    for (const message of await this.#parts.port.messages()) {
      if (this.#stopping.signal.aborted) return
      if (await this.#isRemoved(message)) await this.#act(message)
    }
  }

  /** A message that cannot be deleted is not executed, because it would run again at every start. */
  async #isRemoved({ path }: ReceivedSms): Promise<boolean> {
    const { port, log } = this.#parts
    try {
      await port.removeMessage(path)
      this.#stuck.delete(path)
      return true
    } catch (error) {
      if (!this.#stuck.has(path)) log.warn({ err: error }, 'sms ignored: it cannot be deleted')
      this.#stuck.add(path)
      return false
    }
  }

  async #act({ from, text, sentAt }: ReceivedSms): Promise<void> {
    const { log } = this.#parts
    const command = parseCommand(text)
    const why = this.#whyNot(from, command, sentAt)
    if (command === null || why !== null) {
      log.warn({ from, text: maskText(text), why }, 'sms ignored')
      return
    }
    log.info({ from, text: maskText(text) }, 'sms command executed')
    this.#parts.reply(from, await this.#answer(from, command))
  }

  /** Returns the reason for refusing, which is only logged: a reply would reveal that the number is in use. */
  #whyNot(from: string, command: SmsCommand | null, sentAt: Date | null): string | null {
    const { rights, phones, now, isClockRight } = this.#parts
    if (!isListed(phones, from)) return 'its sender is not in gsm.phones'
    if (command === null) return 'it is no command'
    if (!this.#guesses.isOpen(from)) return 'there were too many wrong passwords'
    const needed = neededPassword(rights(), command.verb)
    if (needed === null) return 'it is not allowed in protect'
    if (!isSame(command.password, needed)) {
      this.#guesses.wasWrong(from)
      return 'the password is wrong'
    }
    return isTooOld(command.verb, sentAt, now(), isClockRight()) ? 'it is older than ten minutes' : null
  }

  async #answer(from: string, { verb, items }: SmsCommand): Promise<string> {
    const { texts, stateLine, balance, gate } = this.#parts
    if (typeof items === 'string') return `!${texts[items]}`
    if (verb === 'S') return stateLine()
    if (verb === 'B') return balance()
    const requester: Requester = {
      name: 'sms',
      from,
      signal: this.#stopping.signal,
      isLoggedIn: true,
      usesStandardCodes: true,
    }
    const lines: string[] = []
    for (const item of items) lines.push(await executeItem(gate, requester, item, texts))
    return lines.join('\n')
  }
}
