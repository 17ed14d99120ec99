import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { DeviceTurns, type TurnLimits } from './device-turns.ts'
import { type HeldLock, NodeLocks } from './node-locks.ts'

/** A device as the line knows it. */
export interface DeviceAddress {
  netId: number
  unit: number
}

export interface WritingOptions {
  sql: Sql
  clock: Clock
  limits?: TurnLimits
}

const usualLimits: TurnLimits = { waitingMax: 1000, allWaitingMax: 10_000 }
/** Apart from the keys of other locks; a network's id and a unit fit below it. */
const firstKey = 0x4257_0000_0000_0000n
/** More than any installation has devices with bit fields; beyond it they are tried again. */
const masklessMax = 100_000

/** Sees to it that one command at a time goes to a device, on all nodes. */
export class Writing {
  readonly #turns: DeviceTurns
  readonly #locks: NodeLocks
  readonly #maskless = new Set<string>()

  constructor({ sql, clock, limits = usualLimits }: WritingOptions) {
    this.#turns = new DeviceTurns(clock, limits)
    this.#locks = new NodeLocks(sql, clock)
  }

  start(): void {
    this.#locks.start()
  }

  async stop(): Promise<void> {
    await this.#locks.stop()
  }

  /** Marks the two records of one command. */
  newCommandId(): string {
    return randomUUID()
  }

  /** Does `work` while no other command goes to the device; null when its turn did not come until `dueAt`. */
  async withDeviceLock<T>(
    device: DeviceAddress,
    dueAt: number,
    work: (lock: HeldLock) => Promise<T>,
  ): Promise<T | null> {
    const end = await this.#turns.take(nameOf(device), dueAt)
    if (typeof end === 'string') return null
    try {
      const lock = await this.#locks.take(firstKey + BigInt(device.netId) * 256n + BigInt(device.unit), dueAt)
      if (lock === null) return null
      try {
        return await work(lock)
      } finally {
        // The next on this node asks in the same session, behind this: no need to wait.
        void lock.release()
      }
    } finally {
      end()
    }
  }

  /** Returns whether a device may support masked writes; true until it has refused one. */
  mayMask(device: DeviceAddress): boolean {
    return !this.#maskless.has(nameOf(device))
  }

  cannotMask(device: DeviceAddress): void {
    if (this.#maskless.size >= masklessMax) this.#maskless.clear()
    this.#maskless.add(nameOf(device))
  }
}

const nameOf = ({ netId, unit }: DeviceAddress): string => `${netId}/${unit}`

/** Ids of networks are below; half of the room that the locks of devices have is above. */
const otherKeysFrom = 2 ** 39

/** The device that a recorded command goes to. One that belongs to no network gets a number made of its name. */
export const recordedDevice = (command: { objectKind: string; objectId: string; unit: number }): DeviceAddress => ({
  netId:
    command.objectKind === 'net'
      ? Number(command.objectId)
      : otherKeysFrom + numberOf(command.objectKind, command.objectId),
  unit: command.unit,
})

const numberOf = (kind: string, id: string): number =>
  Number(createHash('sha256').update(`${kind} ${id}`).digest().readBigUInt64BE() >> 25n)
