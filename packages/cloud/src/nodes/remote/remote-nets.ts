import { type Fence, piecesOf } from '@busbar/database'
import type { DeviceState, FieldNet, LinkStatus, ModbusClient, NetStatistics } from '@busbar/polling'
import type { NetFigures } from '../../field/diagnosis/diagnosis.ts'
import type { NetLink } from '../../field/link/net-link.ts'
import type { WaitingGateway } from '../../field/raw/raw-field.ts'
import { fromBytes, type Messages, toBytes } from '../messages/messages.ts'
import { subjects, waitingReply } from '../messages/wire.ts'
import type { Owner } from '../ownership.ts'
import { unpackCounted } from './packed-counts.ts'
import { RemoteClient } from './remote-client.ts'

/** State of a network and its devices, reported by its node. */
export interface NetState {
  status: LinkStatus
  statistics: NetStatistics | null
  devices: Record<number, DeviceState>
}

export interface RemoteNetsOptions {
  id: string
  messages: Messages
  databaseMs: () => number
  net: (netId: number) => FieldNet | undefined
  owner: (net: FieldNet) => Owner | null
  /** Other nodes that live. */
  others: () => string[]
}

/** Few enough that an answer fits into one message. */
const netsAtOnce = 20
const answerMs = 2000
const noCounters = { requests: 0, answers: 0, exceptions: 0, timeouts: 0, crc: 0, busyMs: 0 }

/** Networks that other nodes have. */
export class RemoteNets {
  readonly #options: RemoteNetsOptions
  readonly #links = new WeakMap<FieldNet, NetLink>()

  constructor(options: RemoteNetsOptions) {
    this.#options = options
  }

  /** Undefined where the network has no node, or is ours. */
  link(netId: number): NetLink | undefined {
    const net = this.#options.net(netId)
    if (net === undefined || this.#ownerOf(netId) === null) return undefined
    const known = this.#links.get(net)
    if (known !== undefined) return known
    const link = this.#linkTo(net)
    this.#links.set(net, link)
    return link
  }

  /** Returns the states of networks of other nodes that respond. */
  async states(netIds: readonly number[]): Promise<Map<number, NetState>> {
    const byNode = Map.groupBy(netIds, (netId) => this.#ownerOf(netId)?.nodeId ?? '')
    byNode.delete('')
    const found = new Map<number, NetState>()
    const replies = Array.from(byNode, ([nodeId, ids]) =>
      Array.from(piecesOf(ids, netsAtOnce), async (some) => {
        const states = await this.#ask<Record<string, NetState>>(subjects.states(nodeId), { netIds: some })
        for (const netId of some) {
          const state = states?.[netId]
          if (state !== undefined) found.set(netId, state)
        }
      }),
    )
    await Promise.all(replies.flat())
    return found
  }

  /** Closes the connections of a network; returns their number. */
  async drop(netId: number): Promise<number> {
    const owner = this.#ownerOf(netId)
    const answer = owner && (await this.#ask<{ dropped: number }>(subjects.drop(owner.nodeId), { netId }))
    return answer?.dropped ?? 0
  }

  /** Returns the figures of the node that has the network; undefined for this node or if the other does not respond. */
  async counted(netId: number, nowMs: number): Promise<NetFigures | undefined> {
    const owner = this.#ownerOf(netId)
    if (owner === null) return undefined
    const reply = await this.#options.messages.request(
      subjects.counted(owner.nodeId),
      toBytes({ netId, nowMs }),
      answerMs,
    )
    return 'ok' in reply ? unpackCounted(reply.ok) : undefined
  }

  /** Gateways that wait under a MAC at other nodes. */
  async waiting(mac: string): Promise<WaitingGateway[]> {
    const { messages, databaseMs, others } = this.#options
    const replies = others().map(async (nodeId) => {
      const parsed = waitingReply.safeParse(await this.#ask(subjects.waiting(nodeId), { mac }))
      return (parsed.data?.keys ?? []).map((key) => {
        const client = new RemoteClient({ messages, databaseMs, owner: () => ({ nodeId, place: { mac, key } }) })
        return withKey(client, key)
      })
    })
    return (await Promise.all(replies)).flat()
  }

  #ownerOf(netId: number): Owner | null {
    const { id, net: netOf, owner: ownerOf } = this.#options
    const net = netOf(netId)
    const owner = net === undefined ? null : ownerOf(net)
    return owner === null || owner.nodeId === id ? null : owner
  }

  #linkTo(net: FieldNet): NetLink {
    const { messages, databaseMs } = this.#options
    const fence = (): Fence => this.#ownerOf(net.id)?.fence ?? { name: '', epoch: -1 }
    const ownerOf = () => {
      const owner = this.#ownerOf(net.id)
      return owner && { nodeId: owner.nodeId, place: { netId: net.id, fence: owner.fence } }
    }
    const client = new RemoteClient({ messages, databaseMs, owner: ownerOf })
    return {
      ask: (unit, request, options) => client.ask(unit, request, options),
      transact: (unit, pdu, options) => client.transact(unit, pdu, options),
      net,
      get fence() {
        return fence()
      },
      waiting: 0,
      counters: noCounters,
      unitCounters: new Map(),
      arrival: null,
      gatewayUnit: null,
      status: () => ({ isConnected: false, since: null, lastError: silentNode, lastErrorOn: null }),
      promptMs: () => null,
      meanExchangeMs: null,
      load: () => 0,
      drop: () => 0,
    }
  }

  /** Undefined where no answer came. */
  async #ask<T>(subject: string, message: object): Promise<T | undefined> {
    const reply = await this.#options.messages.request(subject, toBytes(message), answerMs)
    return 'ok' in reply ? (fromBytes(reply.ok) as T | undefined) : undefined
  }
}

const silentNode = 'the node that has the network does not answer'

const withKey = (client: ModbusClient, key: string | null): WaitingGateway => ({
  key: key === null ? null : Buffer.from(key, 'base64'),
  ask: (unit, request, options) => client.ask(unit, request, options),
  transact: (unit, pdu, options) => client.transact(unit, pdu, options),
})
