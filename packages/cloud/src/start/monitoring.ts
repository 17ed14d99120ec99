import { randomUUID } from 'node:crypto'
import { AlertWatch } from '@busbar/alerts'
import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { type DeviceState, type FieldNet, Poller } from '@busbar/polling'
import { ClockWatch, Compactor, History, type Poll, type RecordedPoll, Recorder } from '@busbar/readings'
import { signingKey } from '@busbar/uplink/handshake'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import { AlertNews } from '../alerting/alert-news.ts'
import { ComputedDevices } from '../devices/computed/computed-devices.ts'
import { ComputedReadings, computedState } from '../devices/computed/computed-readings.ts'
import { Directory } from '../devices/directory/directory.ts'
import { EnergyKeeper } from '../energy/stored/energy-keeper.ts'
import { gatewayCertificate } from '../field/call-back/certificate.ts'
import { CallBackListener } from '../field/call-back/listener.ts'
import { recordMoveAt } from '../field/call-back/move-gateway.ts'
import { adoptClaims } from '../field/claims/adopt-claims.ts'
import { Claims } from '../field/claims/claims.ts'
import { Diagnosis } from '../field/diagnosis/diagnosis.ts'
import { FigureKeeper } from '../field/diagnosis/figure-keeper.ts'
import { Dialer } from '../field/dialling/dialer.ts'
import { VpnOwners } from '../field/dialling/vpn-owners.ts'
import { Field } from '../field/field.ts'
import { GatewayReports } from '../field/gateways/gateway-reports.ts'
import type { RawField } from '../field/raw/raw-field.ts'
import { ShortLinks } from '../field/raw/short-links.ts'
import { recordLostAt } from '../history/retention/record-lost.ts'
import { LiveHub } from '../live/live-hub.ts'
import { LiveRelay } from '../nodes/live/live-relay.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { OwnedNets } from '../nodes/owned-nets.ts'
import { NodeResponder } from '../nodes/remote/node-responder.ts'
import { type NetState, RemoteNets } from '../nodes/remote/remote-nets.ts'
import type { Settings } from '../settings/env.ts'
import { type Part, part, partMs } from './parts.ts'

export interface MonitoringOptions {
  db: Database
  clock: Clock
  now: () => Date
  log: Log
  /** Uptime of the machine, including sleep. */
  uptimeMs?: () => number
  secrets: Secrets
  /**
   * Key by which gateways authenticate the installation; null if it cannot be decrypted, and then no gateway can
   * connect.
   */
  installationKey: Uint8Array | null
  /** Maximum number of connected gateways. */
  callersMax?: number
  /** Set if several nodes share the networks; each node then polls only its own. */
  nodes?: Nodes | null
  settings: Pick<
    Settings,
    | 'callback'
    | 'callback-tls'
    | 'callback-cert'
    | 'callback-key'
    | 'data'
    | 'outage-buffer'
    | 'raw-allow'
    | 'trust-proxy'
    | 'vpn'
    | 'vpn-net'
  >
}

const megabyte = 1_048_576

/** Connections, polling, recording, stored readings, live events and alert evaluation. */
export class Monitoring {
  readonly #options: MonitoringOptions
  readonly clockWatch: ClockWatch
  readonly directory: Directory
  /** The polled networks: all, or those of this node. */
  readonly nets: Pick<Directory, 'nets' | 'net' | 'watch'>
  readonly #owned: OwnedNets | null
  /** Networks of other nodes; null for a single service. */
  readonly remoteNets: RemoteNets | null
  readonly #answers: NodeResponder | null
  readonly claims: Claims
  /** Null without a VPN. */
  readonly vpnOwners: VpnOwners | null
  readonly dialer: Dialer
  readonly field: Field
  readonly poller: Poller
  readonly computed: ComputedReadings
  readonly #relay: LiveRelay | null
  readonly #computedDevices: ComputedDevices
  readonly recorder: Recorder
  readonly compactor: Compactor
  readonly history: History
  readonly energy: EnergyKeeper
  readonly live: LiveHub
  readonly diagnosis: Diagnosis
  readonly figures: FigureKeeper
  readonly alerts: AlertWatch
  readonly alertNews: AlertNews
  readonly callBack: CallBackListener | null
  readonly shortLinks: ShortLinks
  readonly gatewayReports: GatewayReports

  constructor(options: MonitoringOptions) {
    const { db, clock, now, log, settings } = options
    this.#options = options
    this.clockWatch = new ClockWatch(options)
    this.history = new History({ sql: db.reading.sql, now: () => now().getTime() })
    const { nodes } = options
    const leaseGuard = (work: string) => (nodes == null ? {} : { mayRun: () => nodes.holds(work) })
    this.energy = new EnergyKeeper({ db: db.reading, clock, now, log, history: this.history, ...leaseGuard('energy') })
    const newBoot = (): string => randomUUID().slice(0, 8)
    this.live = new LiveHub({ clock, now, newBoot })
    this.diagnosis = new Diagnosis({ clock, newBoot, now })
    this.figures = new FigureKeeper({ sql: db.sql, clock, now, log, book: this.diagnosis.book })
    this.recorder = new Recorder({
      db: db.recording,
      clock,
      now,
      log,
      bufferBytesMax: settings['outage-buffer'] * megabyte,
      trusted: this.clockWatch.trusted,
      lost: { folder: settings.data, note: recordLostAt(now) },
      inRecordingTx: async (tx, polls) => {
        await this.energy.inRecordingTx(tx, polls)
        return this.alerts.inRecordingTx(
          tx,
          polls.some(({ isLate }) => isLate === true) ? polls.filter(isCurrent) : polls,
        )
      },
    })
    const onError = (error: unknown): void => log.error({ err: error }, 'compaction of readings failed')
    const isClockSure = (): boolean => this.clockWatch.trusted.status().state === 'steady'
    this.compactor = new Compactor({
      sql: db.reading.sql,
      clock,
      now,
      onError,
      isClockSure,
      ...leaseGuard('compaction'),
    })
    this.directory = new Directory({ sql: db.sql, clock, log, secrets: options.secrets })
    const { ownership } = options.nodes ?? {}
    this.#owned = ownership === undefined ? null : new OwnedNets({ clock, directory: this.directory, ownership })
    this.nets = this.#owned ?? this.directory
    this.computed = new ComputedReadings((netId) => this.#owned === null || this.#owned.net(netId) !== undefined)
    this.#computedDevices = new ComputedDevices({ sql: db.sql, clock, log, readings: this.computed })
    this.claims = new Claims({ db, clock, now, log })
    this.vpnOwners = settings.vpn === undefined ? null : new VpnOwners(settings['vpn-net'])
    const vpn = this.vpnOwners === null ? {} : { vpn: this.vpnOwners }
    const dialling = { rawAllow: settings['raw-allow'], claims: this.claims, clock, ...vpn }
    this.dialer = new Dialer(dialling)
    this.field = new Field({
      clock,
      now,
      random: Math.random,
      dialer: this.dialer,
      observer: this.diagnosis,
      ...(ownership !== undefined && { ownership }),
    })
    this.callBack = callBackOf(options, this.field)
    const hasVpn = this.vpnOwners !== null
    this.gatewayReports = new GatewayReports({ sql: db.sql, clock, now, log, field: this.field, hasVpn })
    // A separate dialer, so that neither waits for the other.
    this.shortLinks = new ShortLinks({ clock, dialer: new Dialer(dialling) })
    const { nets, field, recorder, live } = this
    const record = (poll: Poll): void => this.#record(poll)
    const owned = this.#owned
    this.alerts = new AlertWatch({
      db,
      clock,
      now,
      log,
      links: field,
      oldestOn: () => recorder.oldestOn,
      ...(owned !== null && { isOurs: (netId: number) => owned.net(netId) !== undefined }),
    })
    this.alertNews = new AlertNews({ sql: db.sql, live, now, log })
    const between = options.nodes == null ? null : this.#between(options.nodes)
    this.remoteNets = between && new RemoteNets(between)
    this.#answers = between && new NodeResponder(between)
    this.#relay =
      between &&
      new LiveRelay({
        ...between,
        clock,
        live: this.live,
        exchanges: this.diagnosis.exchanges,
        computedOrgs: () => this.computed.orgs(),
        onPoll: (poll) => this.#compute(poll),
      })
    this.poller = new Poller({ clock, now, directory: nets, field, recorder: { record }, log, claims: this.claims })
  }

  /** State of a polled or a computed device. */
  deviceState(deviceId: number): DeviceState {
    const lastRun = this.computed.lastRunOf(deviceId)
    return lastRun === undefined ? this.poller.deviceState(deviceId) : computedState(lastRun)
  }

  /** Connections of raw requests besides networks. */
  get raw(): RawField {
    return { waiting: (mac) => this.callBack?.waiting(mac) ?? [], dialled: this.shortLinks }
  }

  /** Null if gateways cannot connect. */
  get callBackAt(): string | null {
    return this.callBack?.address ?? null
  }

  /**
   * The parts in their order. The time is known before anything is stored; readings can be stored before devices are polled, and clients
   * receive readings only once they are stored.
   */
  parts(): readonly (Part | null)[] {
    const { directory, field, poller, recorder, compactor, history, live, callBack } = this
    let unsubscribe = (): void => {}
    return [
      { name: 'history', stop: () => history.stop() },
      part('clock', this.clockWatch),
      part('recorder', recorder, 3 * partMs),
      {
        name: 'recorded readings',
        start: () => {
          recorder.onRecorded((polls) => history.addRecorded(polls))
          recorder.onRecorded((polls) => live.publishReadings(polls))
        },
      },
      part('energy', this.energy, 2 * partMs),
      part('compaction', compactor),
      { name: 'changes of networks', start: () => this.#watchNets() },
      part('claims', this.claims),
      part('directory', directory),
      part('figures', this.figures),
      {
        name: 'networks of this node',
        start: () => {
          const stop = this.#options.nodes?.onChange((netIds) =>
            netIds === null ? this.#owned?.update() : this.#owned?.updateNets(netIds),
          )
          unsubscribe = () => stop?.()
          this.#owned?.update()
        },
        stop: () => {
          unsubscribe()
          this.#owned?.stop()
        },
      },
      part('gateways', this.gatewayReports),
      part('links', field),
      part('call-back', callBack),
      { name: 'raw links', stop: () => this.shortLinks.stop() },
      part('computed devices', this.#computedDevices),
      part('alert news', this.alertNews),
      part('alerts', this.alerts),
      part('polling', poller),
      part('live events of other nodes', this.#relay),
      part('answers to other nodes', this.#answers),
    ]
  }

  async #watchNets(): Promise<void> {
    const { directory, field, live, callBack } = this
    field.onConnection((event) => live.publishConnection(event))
    this.nets.watch((net, netId) => {
      if (net !== null) return field.apply(net)
      field.remove(netId)
      this.diagnosis.book.remove(netId)
    })
    directory.watch((net) => net !== null && callBack?.onNetChanged(net))
    await adoptClaims(this.#options)
  }

  /** Functions for requests between this node and others. */
  #between(nodes: Nodes) {
    const { id, messages, ownership } = nodes
    return {
      id,
      messages,
      ownership,
      databaseMs: () => nodes.databaseMs(),
      net: (netId: number) => this.directory.net(netId),
      owner: (net: FieldNet) => ownership.owner(net),
      others: () => nodes.list().flatMap((node) => (node.isAlive && !node.isSelf ? node.id : [])),
      link: (netId: number) => this.field.link(netId),
      state: (netId: number) => this.#stateOf(netId),
      counted: (netId: number, nowMs: number) => this.diagnosis.figures(netId, nowMs),
      waiting: (mac: string) => this.callBack?.waiting(mac) ?? [],
    }
  }

  #stateOf(netId: number): NetState | null {
    const link = this.field.link(netId)
    if (link === undefined) return null
    const devices = Object.fromEntries(link.net.devices.map(({ id }) => [id, this.deviceState(id)]))
    return { status: link.status(), statistics: this.poller.netStatistics(netId), devices }
  }

  /** Computed readings are recorded right after the poll that they derive from. */
  #record(poll: Poll): void {
    this.recorder.record(this.#fenced(poll))
    this.#compute(poll)
  }

  #compute(poll: Poll): void {
    for (const derived of this.computed.take(poll)) this.recorder.record(this.#fenced(derived))
  }

  #fenced(poll: Poll): Poll {
    const { nodes } = this.#options
    if (nodes == null) return poll
    const netId = this.directory.device(poll.deviceId)?.netId ?? this.computed.netOf(poll.deviceId)
    const net = netId === undefined ? undefined : this.directory.net(netId)
    return net === undefined ? poll : { ...poll, fence: nodes.ownership.fence(net) }
  }
}

const isCurrent = ({ isLate }: RecordedPoll): boolean => isLate !== true

const callBackOf = (options: MonitoringOptions, field: Field): CallBackListener | null => {
  const { db, clock, now, log, settings, callersMax, installationKey } = options
  const { callback: endpoint, 'callback-tls': mode } = settings
  if (endpoint === 'off') return null
  if (installationKey === null) {
    log.error({}, 'gateways cannot connect: the installation key cannot be decrypted')
    return null
  }
  const tls = mode === 'off' ? { mode } : { mode, certificate: gatewayCertificate(settings, now()) }
  const limits = callersMax === undefined ? {} : { connectionsMax: callersMax }
  const recordMove = recordMoveAt(now)
  const key = signingKey(installationKey)
  const { callers } = options.nodes ?? {}
  const callerOptions =
    callers === undefined ? {} : { take: (netId: number, isProven: boolean) => callers.take(netId, isProven) }
  const isBalancer = (address: string): boolean => settings['trust-proxy'].has(address)
  return new CallBackListener({
    ...endpoint,
    tls,
    key,
    sql: db.sql,
    field,
    ...callerOptions,
    clock,
    now,
    log,
    limits,
    recordMove,
    isBalancer,
  })
}
