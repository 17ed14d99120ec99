import { EventEmitter } from 'node:events'
import { VirtualClock } from '@busbar/kit'
import { type ByteStream, type EnvelopeName, encodeResponse, envelopes, type Frame } from '@busbar/modbus'
import type { FieldNet } from '@busbar/polling'
import { Dialer, type DialerOptions } from '../dialling/dialer.ts'
import { RawAllow } from '../dialling/raw-allow.ts'
import { Field, type FieldOptions } from '../field.ts'
import type { ConnectionEvent } from '../link/net-link.ts'

/** A stream whose other end is the test's hand: it hears requests, and answers as it likes. */
export class ManualPeer
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
  readonly #envelope: EnvelopeName
  readonly #requests: Frame[] = []
  isDestroyed = false

  constructor(envelope: EnvelopeName = 'tcp') {
    super()
    this.#envelope = envelope
  }

  write(bytes: Uint8Array): boolean {
    const onFrame = ({ transaction, unit, pdu }: Frame): void =>
      void this.#requests.push({ transaction, unit, pdu: pdu.slice() })
    const onBroken = (why: string): void => void this.emit('error', new Error(why))
    envelopes[this.#envelope].parser('ask', { onFrame, onBroken }).push(bytes)
    return true
  }

  /** Requests since the last look. */
  takeRequests(): Frame[] {
    return this.#requests.splice(0)
  }

  /** Answers a read of one register. */
  answer(frame: Frame, word = 0): void {
    this.say({ ...frame, pdu: encodeResponse({ fn: 3, words: [word] }) })
  }

  say(frame: Frame): void {
    this.emit('data', envelopes[this.#envelope].encode(frame))
  }

  destroy(): void {
    if (this.isDestroyed) return
    this.isDestroyed = true
    this.emit('close')
  }
}

export const netOf = (fields: Partial<FieldNet> = {}): FieldNet => ({
  orgId: 1,
  id: 7,
  name: 'Workshop',
  isEnabled: true,
  protocol: 'modbustcp',
  controllerUnit: 1,
  passwords: [],
  ip: null,
  port: null,
  mac: null,
  timeoutMs: 1000,
  depth: 1,
  isKeylessAllowed: false,
  isPasswordUnprovenAllowed: false,
  isWritingAllowed: true,
  isPortKept: false,
  devices: [],
  ...fields,
})

export const startMs = Date.UTC(2026, 4, 4, 12)

/** A field whose time is the test's, and which may dial this machine. */
export const testField = (overrides: Partial<FieldOptions> & { dial?: Partial<DialerOptions> } = {}) => {
  const clock = new VirtualClock()
  const events: ConnectionEvent[] = []
  const dialer = new Dialer({ rawAllow: RawAllow.of('127.0.0.0/8:1-65535'), ...overrides.dial })
  const now = (): Date => new Date(startMs + clock.now())
  const field = new Field({ clock, now, random: () => 0, dialer, ...overrides })
  const news = new EventEmitter<{ event: [] }>()
  field.onConnection((event) => {
    events.push(event)
    news.emit('event')
  })
  /** Waits for the next connection event that was not returned before. */
  const nextEvent = async (): Promise<ConnectionEvent> => {
    for (let event = events.shift(); ; event = events.shift()) {
      if (event !== undefined) return event
      await new Promise<void>((resolve) => news.once('event', resolve))
    }
  }
  return { clock, field, events, nextEvent }
}
