import { keepFile, readKept } from '../kept-file.ts'

/** What outlives a restart. */
export interface CallBackMemory {
  /** As in registers 1009-1010: 0 activated, else the code that the cloud gave, or `noCode`. */
  readonly code: number
  /** The cloud that this gateway belongs to, base64; null: any. */
  readonly cloudKey: string | null
  /** It was encrypted when that key was pinned: it is never again called otherwise. */
  readonly isTls: boolean
}

export interface CallBackStore {
  load(): CallBackMemory | null
  save(memory: CallBackMemory): void
}

const isMemory = (value: unknown): value is CallBackMemory => {
  if (typeof value !== 'object' || value === null) return false
  const { code, cloudKey, isTls } = value as Record<string, unknown>
  return Number.isInteger(code) && (cloudKey === null || typeof cloudKey === 'string') && typeof isTls === 'boolean'
}

/** A file with the memory. One that is damaged stops the gateway: a pin must not be lost unseen. */
export const callBackStoreIn = (path: string): CallBackStore => ({
  load() {
    const kept = readKept(path)
    if (kept === undefined) return null
    const memory: unknown = JSON.parse(kept.toString())
    if (!isMemory(memory)) throw new Error(`${path} is damaged`)
    return memory
  },
  save: (memory) => keepFile(path, JSON.stringify(memory)),
})
