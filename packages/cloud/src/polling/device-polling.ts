import type { FieldDevice } from '../directory/net.ts'
import type { NetPolling } from './net-polling.ts'
import { phaseOf } from './phase.rules.ts'
import { DevicePlan } from './plan.ts'
import type { Scheduled } from './schedule.ts'

/** One device as polling sees it. There are many: what most do not need is made when it is needed. */
export class DevicePolling implements Scheduled {
  device: FieldDevice
  readonly net: NetPolling
  /** Its place among the devices of its network, which it keeps. */
  readonly place: number
  readonly phase: number
  readonly plan = new DevicePlan()
  periodMs: number
  dueMs = 0
  at = -1
  /** By the monotonic clock; null before the first one. */
  lastPollMs: number | null = null
  lastDurationMs = 0
  /** While a poll runs. */
  running: AbortController | null = null
  /** The poll that runs is of a silent unit, and began between two turns. */
  isBetweenTurns = false
  /** A turn came meanwhile: what comes of the poll is for that one, too. */
  hasMissedTurn = false

  constructor(device: FieldDevice, net: NetPolling, place: number) {
    this.device = device
    this.net = net
    this.place = place
    this.phase = phaseOf(device.netId, place)
    this.periodMs = device.periodSec * 1000
  }

  /** Over a serial envelope unit 0 is everybody, and nobody answers. */
  get isReadable(): boolean {
    return this.device.unit > 0 || this.net.net.protocol === 'modbustcp'
  }

  /** Gives up a poll that runs: nothing of it is recorded. */
  abandon(): void {
    this.running?.abort()
    this.ended()
  }

  ended(): void {
    this.running = null
    this.isBetweenTurns = false
    this.hasMissedTurn = false
  }
}
