import type { Stats } from 'node:fs'

/** A file or folder of the card, as the contract shows it. */
export interface CardItem {
  readonly name: string
  /** `d` or `-`, then `r`, then `w`, each `-` where it is not so. */
  readonly attrib: string
  readonly size: number
  /** Without a time zone: FAT stores local time, and the system converts it in both directions. */
  readonly datetime: string
}

/** FAT's read-only mark. What the program's own user may do is another matter. */
export const isReadOnly = (stats: Stats): boolean => (stats.mode & 0o222) === 0

export function itemOf(name: string, stats: Stats): CardItem {
  const isFolder = stats.isDirectory()
  const attrib = `${isFolder ? 'd' : '-'}${(stats.mode & 0o444) === 0 ? '-' : 'r'}${isReadOnly(stats) ? '-' : 'w'}`
  return { name, attrib, size: isFolder ? 0 : stats.size, datetime: localTime(stats.mtime) }
}

function localTime(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
