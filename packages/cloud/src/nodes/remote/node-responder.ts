import type { FieldNet, ModbusClient } from '@busbar/polling'
import type { NetFigures } from '../../field/diagnosis/diagnosis.ts'
import type { NetLink } from '../../field/link/net-link.ts'
import type { WaitingGateway } from '../../field/raw/raw-field.ts'
import { fromBytes, type Messages, toBytes } from '../messages/messages.ts'
import {
  countedMessage,
  dropMessage,
  type ExchangeReply,
  exchangeMessage,
  statesMessage,
  subjects,
  waitingMessage,
} from '../messages/wire.ts'
import type { Ownership } from '../ownership.ts'
import { packCounted } from './packed-counts.ts'
import type { NetState } from './remote-nets.ts'

export interface NodeResponderOptions {
  id: string
  messages: Messages
  databaseMs: () => number
  ownership: Pick<Ownership, 'fence'>
  net: (netId: number) => FieldNet | undefined
  link: (netId: number) => NetLink | undefined
  /** How a network and its devices are doing; null where it is not here. */
  state: (netId: number) => NetState | null
  counted: (netId: number, nowMs: number) => NetFigures
  waiting: (mac: string) => readonly WaitingGateway[]
}

const notSent: ExchangeReply = { err: 'no-connection' }

/** Serves other nodes: polls the lines of this node and reports their state. */
export class NodeResponder {
  readonly #options: NodeResponderOptions
  #ends: (() => void)[] = []

  constructor(options: NodeResponderOptions) {
    this.#options = options
  }

  start(): void {
    const { id, messages } = this.#options
    this.#ends = [
      messages.serve(subjects.exchange(id), async (bytes) => toBytes(await this.#exchange(fromBytes(bytes)))),
      messages.serve(subjects.states(id), async (bytes) => toBytes(this.#states(fromBytes(bytes)))),
      messages.serve(subjects.drop(id), async (bytes) => toBytes(this.#drop(fromBytes(bytes)))),
      messages.serve(subjects.counted(id), async (bytes) => this.#counted(fromBytes(bytes))),
      messages.serve(subjects.waiting(id), async (bytes) => toBytes(this.#waiting(fromBytes(bytes)))),
    ]
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
  }

  /** Requests after their deadline or for another owner are not sent. */
  async #exchange(request: unknown): Promise<ExchangeReply> {
    const read = exchangeMessage.safeParse(request)
    if (!read.success) return notSent
    const { place, unit, pdu, priority, timeoutMs, dueOn, origin, isStretchable } = read.data
    const deadlineMs = dueOn - this.#options.databaseMs()
    if (deadlineMs <= 0) return { err: 'expired' }
    const client = 'netId' in place ? this.#ownLink(place) : this.#gateway(place)
    if (client === undefined) return notSent
    const outcome = await client.transact(unit, pdu, {
      priority,
      deadlineMs,
      isStretchable,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(origin !== undefined && {
        origin: { kind: origin.kind, ...(origin.person !== undefined && { person: origin.person }) },
      }),
    })
    return 'ok' in outcome ? { ok: Buffer.from(outcome.ok).toString('base64') } : outcome
  }

  #ownLink({ netId, fence }: { netId: number; fence: { name: string; epoch: number } }): ModbusClient | undefined {
    const { net: netOf, ownership, link } = this.#options
    const net = netOf(netId)
    if (net === undefined) return undefined
    const own = ownership.fence(net)
    return own.name === fence.name && own.epoch === fence.epoch ? link(netId) : undefined
  }

  #gateway({ mac, key }: { mac: string; key: string | null }): ModbusClient | undefined {
    return this.#options.waiting(mac).find((gateway) => keyText(gateway) === key)
  }

  #states(request: unknown): Record<number, NetState> {
    const { netIds = [] } = statesMessage.safeParse(request).data ?? {}
    return Object.fromEntries(netIds.flatMap((netId) => [[netId, this.#options.state(netId)] as const]).filter(isKnown))
  }

  #drop(request: unknown): { dropped: number } {
    const read = dropMessage.safeParse(request)
    return { dropped: read.success ? (this.#options.link(read.data.netId)?.drop() ?? 0) : 0 }
  }

  #counted(request: unknown): Uint8Array | null {
    const read = countedMessage.safeParse(request)
    return read.success ? packCounted(this.#options.counted(read.data.netId, read.data.nowMs)) : null
  }

  #waiting(request: unknown): { keys: (string | null)[] } {
    const read = waitingMessage.safeParse(request)
    return { keys: read.success ? this.#options.waiting(read.data.mac).map(keyText) : [] }
  }
}

const isKnown = (entry: readonly [number, NetState | null]): entry is readonly [number, NetState] => entry[1] !== null

const keyText = ({ key }: WaitingGateway): string | null => (key === null ? null : Buffer.from(key).toString('base64'))
