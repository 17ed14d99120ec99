import { bucketNames } from '@busbar/cloud/nodes'
import { LeaseTable, LocalServer } from '@busbar/cloud/nodes/testing'
import { VirtualClock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import type { DialOptions } from '@busbar/modbus/net'
import { percentile } from '../kit/percentile.ts'
import { Callers } from './callers.ts'
import { CallingGateway } from './calling-gateway.ts'
import { CountedMessages } from './counted-messages.ts'
import { type FleetOptions, fleetOf, netIdOf } from './fleet.ts'
import { type NodeCosts, SimulatedNode } from './simulated-node.ts'
import { answerTo, SimulatedStream } from './simulated-stream.ts'
import { Tally } from './tally.ts'

export interface SceneOptions extends FleetOptions {
  nodes: number
  /** Spreads simultaneous actions: connections of gateways and of nodes. */
  isSpread: boolean
  delaySec: number
  /** Organizations with listeners, at a node that lives on. */
  heardOrganizations: number
  costs: NodeCosts
}

export interface SceneFigures {
  /** Networks of the node that died, and those that were not polled again. */
  lost: number
  never: number
  againMs: { p50: number; p99: number; max: number }
  callsPerSecMax: number
  dialsPerSecMax: number
  refused: number
  twoMasters: number
  /**
   * Figures of each remaining node: networks, the busiest second beside the mean, polls per second before and after,
   * messages to other nodes.
   */
  loads: {
    networks: number
    peakShare: number
    pollsBefore: number
    pollsAfter: number
    messagesPerSec: number
    bytesPerSec: number
  }[]
  /** Polls of organizations with listeners: told by their nodes, and heard. */
  published: number
  received: number
}

const stepMs = 1000
const settleMs = 5000
const seed = 7
/** From their last poll on they may be waited for so long. */
const patienceMs = 300_000
const dialsPerSecMax = 1000

/** Simulates the failure of one of several nodes in virtual time, with the same result each time. */
export const playScene = async (options: SceneOptions): Promise<SceneFigures> => {
  const { nodes: count, isCalling, isSpread, gateways, periodSec, delaySec, costs } = options
  const base = new VirtualClock()
  const tally = new Tally(() => base.now())
  const random = seeded(seed)
  const nets = fleetOf(options)
  const leases = new LeaseTable(() => base.now(), bucketNames)
  const callers = new Callers(base)
  const server = new LocalServer()
  const connect = async (nodeId: string, { host }: DialOptions): Promise<ByteStream> => {
    tally.count(`dials ${nodeId}`)
    const netId = netIdOf(host)
    const roundTripMs = 30 + (netId % 90)
    await new Promise<void>((resolve) => void base.after(roundTripMs, resolve))
    const node = nodes.find(({ id }) => id === nodeId)
    const stream = new SimulatedStream(
      (request) => {
        tally.requested(netId, nodeId, nets.get(netId)?.timeoutMs ?? 0)
        const answer = answerTo(request)
        base.after(roundTripMs, () => stream.emitData(answer))
      },
      () => node?.ended(stream),
    )
    node?.opened(stream)
    return stream
  }
  const nodes = Array.from({ length: count }, (_, at) => {
    const id = `n${at + 1}`
    return new SimulatedNode({
      id,
      base,
      nets,
      leases,
      callers,
      messages: new CountedMessages(server, tally, id),
      tally,
      random,
      costs,
      dialsPerSecMax: isSpread ? dialsPerSecMax : Infinity,
      callersMax: gateways,
      connect,
    })
  })
  const living = (): SimulatedNode[] => nodes.filter(({ isAlive }) => isAlive)
  const pick = (): SimulatedNode | null =>
    living().reduce<SimulatedNode | null>(
      (best, node) => (best === null || node.connections < best.connections ? node : best),
      null,
    )
  for (const node of nodes) void node.start()
  await base.advanceAsync(settleMs)
  // Gateways of the first cold start are spread by the time of their power-on.
  const startMs = Math.max(20_000, gateways / 2)
  if (isCalling) {
    const parts = { base, tally, random, delaySec, isSpread, pick }
    for (const net of nets.values()) new CallingGateway(net, parts).start(random() * startMs)
  }
  let received = 0
  const organizations = Array.from({ length: options.heardOrganizations }, (_, at) => at + 1)
  await base.advanceAsync(startMs)
  for (const orgId of organizations) {
    const readings = (): void => {
      received += 1
    }
    nodes[1 + (orgId % (count - 1))]?.live.follow(orgId, {
      readings,
      connection: () => {},
      alert: () => {},
      missed: () => {},
    })
  }
  // Until each knows what the others listen to, and every device had its turn.
  await base.advanceAsync(periodSec * 1000 + settleMs)
  const published = (): number => organizations.reduce((sum, orgId) => sum + (tally.published.get(orgId) ?? 0), 0)
  const [receivedBefore, publishedBefore] = [received, published()]
  const fromMs = base.now()
  await base.advanceAsync(periodSec * 1000)
  const killedMs = base.now()
  const [dead] = nodes
  const orphans = dead?.netIds() ?? []
  tally.await(orphans)
  dead?.kill()
  while (tally.awaited > 0 && base.now() < killedMs + patienceMs) await base.advanceAsync(stepMs)
  const backMs = base.now()
  await base.advanceAsync(periodSec * 1000 + costs.commitMs)
  const waits = tally.waits.map(({ ms }) => ms)
  const perSec = (what: string, sinceMs: number, tillMs: number): number =>
    tally.sum(what, sinceMs, tillMs) / ((tillMs - sinceMs) / 1000)
  return {
    lost: orphans.length,
    never: tally.awaited,
    againMs: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), max: Math.max(0, ...waits) },
    callsPerSecMax: tally.peak('calls', killedMs),
    dialsPerSecMax: Math.max(...nodes.map(({ id }) => tally.peak(`dials ${id}`, killedMs))),
    refused: nodes.reduce((sum, { refused }) => sum + refused, 0),
    twoMasters: tally.twoMasters,
    loads: living().map((node) => ({
      networks: node.netIds().length,
      peakShare: tally.peak(`polls ${node.id}`, fromMs, killedMs) / perSec(`polls ${node.id}`, fromMs, killedMs),
      pollsBefore: perSec(`polls ${node.id}`, fromMs, killedMs),
      pollsAfter: perSec(`polls ${node.id}`, backMs, base.now()),
      messagesPerSec: perSec(`messages ${node.id}`, backMs, base.now()),
      bytesPerSec: perSec(`message bytes ${node.id}`, backMs, base.now()),
    })),
    published: published() - publishedBefore,
    received: received - receivedBefore,
  }
}

/** From 0 to 1, the same for the same seed. */
const seeded = (from: number): (() => number) => {
  let state = from
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
