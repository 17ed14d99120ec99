import { join } from 'node:path'
import { noCode } from '@busbar/uplink/handshake'
import type { DataFolder } from '../../storage/data-folder.ts'

/** Data that is stored across restarts. */
export interface CallBackMemory {
  /** As in registers 1009-1010: 0 activated, else the code that the cloud gave, or `noCode`. */
  readonly code: number
  /** The cloud that gave the code, base64; null: one without a key. */
  readonly codeKey: string | null
  /** The cloud that this gateway belongs to, base64. */
  readonly cloudKey: string | null
  /** It was encrypted when that key was pinned: it is never again called otherwise. */
  readonly isTls: boolean
  /** Activated without a key by an earlier version. */
  readonly isKeptUnpinned: boolean
  /** Remaining time for binding; null when it has not started. */
  readonly windowLeftMs: number | null
  /** Host with a verified certificate: until a key is pinned, verification stays required for it. */
  readonly verifiedHost: string | null
}

export interface CallBackStore {
  load(): CallBackMemory | null
  /** Throws `NotSaved` where the disk does not take it. */
  save(memory: CallBackMemory): void
  /** Saves now, or when the disk recovers. */
  saveWhenPossible(memory: CallBackMemory): void
}

export const noMemory: CallBackMemory = {
  code: noCode,
  codeKey: null,
  cloudKey: null,
  isTls: false,
  isKeptUnpinned: false,
  windowLeftMs: null,
  verifiedHost: null,
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** Earlier versions stored three fields. A code of unknown origin is dropped: the cloud gives another. */
const memoryOf = (value: unknown): CallBackMemory | null => {
  if (typeof value !== 'object' || value === null) return null
  const { code, cloudKey, isTls, ...more } = value as Record<string, unknown>
  if (typeof code !== 'number' || !isTextOrNull(cloudKey) || typeof isTls !== 'boolean') return null
  if (!('windowLeftMs' in more)) {
    const isActivated = code === 0
    return { ...noMemory, code: isActivated ? 0 : noCode, cloudKey, isTls, isKeptUnpinned: isActivated && !cloudKey }
  }
  const { codeKey, isKeptUnpinned, windowLeftMs, verifiedHost } = more
  if (!isTextOrNull(codeKey) || !isTextOrNull(verifiedHost) || typeof isKeptUnpinned !== 'boolean') return null
  if (windowLeftMs !== null && typeof windowLeftMs !== 'number') return null
  return { code, codeKey, cloudKey, isTls, isKeptUnpinned, windowLeftMs, verifiedHost }
}

const file = 'call-back.json'

/** A file with the memory. One that is damaged stops the gateway: a pin must not be lost unseen. */
export const callBackStoreIn = (folder: DataFolder): CallBackStore => ({
  load() {
    const stored = folder.read(file)
    if (stored === undefined) return null
    const memory = memoryOf(JSON.parse(stored.toString()))
    if (memory === null) throw new Error(`${join(folder.path, file)} is damaged`)
    return memory
  },
  save: (memory) => folder.save(file, JSON.stringify(memory)),
  saveWhenPossible: (memory) => folder.saveWhenPossible(file, JSON.stringify(memory)),
})
