import { EventEmitter } from 'node:events'
import { answers, type ModemState, type Registration } from './at-answers.ts'
import { SimCard } from './sim-card.ts'
import { deliverPdu, type IncomingSms, type OutgoingSms, readSubmitPdu } from './sms-pdu.ts'

const [carriageReturn, substitute, escape] = ['\r', '\u001a', '\u001b']

/** Parses bytes into command lines and, after a prompt, one text. */
class CommandParser {
  #text = ''
  #isPrompted = false
  readonly #onLine: (line: string) => void
  readonly #onText: (text: string | null) => void

  constructor(onLine: (line: string) => void, onText: (text: string | null) => void) {
    this.#onLine = onLine
    this.#onText = onText
  }

  /** Expects a text next, which Ctrl-Z ends and Esc cancels. */
  prompt(): void {
    this.#isPrompted = true
  }

  push(bytes: Uint8Array): void {
    for (const character of Buffer.from(bytes).toString('latin1')) this.#take(character)
  }

  #take(character: string): void {
    if (this.#isPrompted) {
      if (character !== substitute && character !== escape) return this.#append(character)
      this.#isPrompted = false
      const text = this.#takeText()
      return this.#onText(character === escape ? null : text)
    }
    if (character === carriageReturn) return this.#onLine(this.#takeText().trim())
    this.#append(character)
  }

  /** No line needs more than that. */
  #append(character: string): void {
    if (this.#text.length < 4096) this.#text += character
  }

  #takeText(): string {
    const text = this.#text
    this.#text = ''
    return text
  }
}

export interface AtModemOptions {
  /** Null: the tray is empty. */
  readonly sim?: SimCard | null
  readonly imei?: string
  readonly operator?: { readonly name: string; readonly code: string }
  readonly reportsTries?: boolean
  /** Returns the answer of the network to a code. */
  readonly ussd?: (code: string) => string | null
  readonly messagesMax?: number
}

interface Events {
  bytes: [Uint8Array]
  sms: [OutgoingSms]
  connected: [apn: string]
}

/** A modem of the field, as far as a program that speaks AT to it can tell. */
export class AtModem extends EventEmitter<Events> implements ModemState {
  readonly sim: SimCard | null
  readonly imei: string
  readonly operator: { readonly name: string; readonly code: string }
  readonly reportsTries: boolean
  readonly ussd: (code: string) => string | null
  readonly stored = new Map<number, string>()
  readonly contexts = new Map<number, string>()
  isOn = true
  isEchoing = true
  operatorFormat: 0 | 2 = 0
  isConnected = false
  /** Answers to what the network may refuse. */
  refusesSms = false
  refusesData = false
  #registration: Registration = 1
  accessTechnology = 2
  signalPercent = 61
  readonly #messagesMax: number
  readonly #lines = new CommandParser(
    (line) => this.#line(line),
    (text) => this.#text(text),
  )
  #references = 0

  constructor({
    sim = new SimCard(),
    imei = '490154203237518',
    operator = { name: 'Busbar Mobile', code: '25501' },
    reportsTries = true,
    ussd = () => null,
    messagesMax = 20,
  }: AtModemOptions = {}) {
    super()
    this.sim = sim
    this.imei = imei
    this.operator = operator
    this.reportsTries = reportsTries
    this.ussd = ussd
    this.#messagesMax = messagesMax
  }

  /** The network knows no subscriber whose card is locked, or who is off. */
  get registration(): Registration {
    return this.isOn && this.sim?.lock === 'READY' ? this.#registration : 0
  }

  set registration(registration: Registration) {
    this.#registration = registration
    this.sendRegistration()
  }

  /** Receives bytes of the program. */
  push(bytes: Uint8Array): void {
    this.#lines.push(bytes)
  }

  /** From the network; false where its memory is full. */
  receive(message: IncomingSms): boolean {
    const index = Array.from({ length: this.#messagesMax }, (_, at) => at + 1).find((at) => !this.stored.has(at))
    if (index === undefined) return false
    this.stored.set(index, deliverPdu(message))
    this.send(`+CMTI: "SM",${index}`)
    return true
  }

  /** Unasked, or in the middle of an answer. */
  send(...lines: readonly string[]): void {
    for (const line of lines) this.emit('bytes', Buffer.from(`\r\n${line}\r\n`, 'latin1'))
  }

  sendRegistration(): void {
    const location = `"00A1","0000C0DE",${this.accessTechnology}`
    const { registration } = this
    const isThere = registration === 1 || registration === 5
    for (const kind of ['CREG', 'CGREG']) this.send(`+${kind}: ${registration}${isThere ? `,${location}` : ''}`)
  }

  connect(apn: string): void {
    this.isConnected = true
    this.emit('connected', apn)
  }

  #line(line: string): void {
    if (this.isEchoing) this.emit('bytes', Buffer.from(`${line}\r`, 'latin1'))
    const typed = /^AT(.*)$/i.exec(line)?.[1]?.trim()
    if (typed === undefined) return
    const command = typed.replace(/("[^"]*")|[a-z]+/g, (part, quoted?: string) => quoted ?? part.toUpperCase())
    // An unknown command is refused, as by real modems.
    const outcome = answers.find(({ pattern }) => pattern.test(command))
    const answer = outcome === undefined ? ['ERROR'] : outcome.answer(this, outcome.pattern.exec(command) ?? [])
    if (answer === 'prompt') {
      this.#lines.prompt()
      this.emit('bytes', Buffer.from('\r\n> ', 'latin1'))
    } else this.send(...answer)
  }

  /** The message after the prompt. */
  #text(hex: string | null): void {
    if (hex === null) return this.send('OK')
    if (this.refusesSms || this.registration === 0) return this.send('+CMS ERROR: 38')
    this.#references = (this.#references + 1) % 256
    this.emit('sms', readSubmitPdu(hex.trim()))
    this.send(`+CMGS: ${this.#references}`, 'OK')
  }
}
