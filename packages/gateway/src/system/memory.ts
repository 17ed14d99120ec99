import { totalmem } from 'node:os'

/** Memory of the box, and what of it is ours, in KiB. */
export const readMemory = (): { totalKb: number; freeKb: number; ownKb: number } => {
  const kb = (bytes: number): number => Math.round(bytes / 1024)
  return { totalKb: kb(totalmem()), freeKb: kb(process.availableMemory()), ownKb: kb(process.memoryUsage.rss()) }
}
