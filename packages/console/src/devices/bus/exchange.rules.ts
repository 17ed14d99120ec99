import type { ServerSentEvent } from '@busbar/ui'

/** A request that left, and what became of it. */
export interface ExchangeEntry {
  kind: 'exchange'
  /** Key within this page. */
  key: string
  on: string
  unit: number
  by: 'poll' | 'read' | 'write' | 'scan' | 'raw' | 'passwords'
  person?: string
  fn: number
  address?: number
  count?: number
  outcome: string
  tookMs: number
  sent?: string
  heard?: string
  words?: readonly number[]
  values?: Readonly<Record<string, string>>
}

/** A frame without a request. */
interface FrameEntry {
  kind: 'frame'
  key: string
  on: string
  unit: number
  how: 'late' | 'stray'
  asked?: number
  heard: string
}

export type LineEntry = ExchangeEntry | FrameEntry
/** Or what came before is no longer known. */
export type LineEvent = LineEntry | { kind: 'reset' }

export const lineEventOf = ({ id, name, data }: ServerSentEvent): LineEvent | null => {
  if (name === 'reset') return { kind: 'reset' }
  if (name !== 'exchange' && name !== 'frame') return null
  return { ...(JSON.parse(data) as object), kind: name, key: id ?? '' } as LineEntry
}

/** Maximum number of entries in the page. */
export const entriesMax = 2000

/** Newest first. */
export const withEvents = (entries: readonly LineEntry[], events: readonly LineEvent[]): readonly LineEntry[] => {
  const last = events.findLastIndex(({ kind }) => kind === 'reset')
  const fresh = events.slice(last + 1).filter((event) => event.kind !== 'reset')
  return [...fresh.toReversed(), ...(last < 0 ? entries : [])].slice(0, entriesMax)
}

export const exchangeFilters = ['all', 'problems', 'writes'] as const
export type ExchangeFilter = (typeof exchangeFilters)[number]

const writing: ReadonlySet<number> = new Set([5, 6, 15, 16, 22, 23])

export const isShown = (entry: LineEntry, show: ExchangeFilter, unit: number | undefined): boolean => {
  if (unit !== undefined && entry.unit !== unit && !(entry.kind === 'frame' && entry.asked === unit)) return false
  if (show === 'all') return true
  if (entry.kind === 'frame') return show === 'problems'
  return show === 'writes' ? writing.has(entry.fn) : entry.outcome !== 'ok'
}

const rateMs = 10_000

/** Requests a second, of the last ten seconds; null where there were none. */
export const rateOf = (entries: readonly LineEntry[], nowMs: number): number | null => {
  const recent = entries.filter(({ kind, on }) => kind === 'exchange' && nowMs - Date.parse(on) <= rateMs)
  return recent.length === 0 ? null : recent.length / (rateMs / 1000)
}

/** As it is read aloud and compared: two digits and a space. */
export const spacedHex = (hex: string): string => hex.toUpperCase().replaceAll(/..(?=.)/g, '$& ')

const quoted = (text: string | number): string =>
  /[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text)

/** For a spreadsheet, or who is asked for help: oldest first. */
export const csvOf = (entries: readonly LineEntry[]): string => {
  const rows = entries
    .toReversed()
    .map((entry) =>
      entry.kind === 'frame'
        ? [entry.on, entry.unit, entry.how, '', '', '', '', '', '', '', spacedHex(entry.heard), '']
        : [
            entry.on,
            entry.unit,
            entry.by,
            entry.person ?? '',
            entry.fn,
            entry.address ?? '',
            entry.count ?? '',
            entry.outcome,
            entry.tookMs,
            spacedHex(entry.sent ?? ''),
            spacedHex(entry.heard ?? ''),
            entry.words?.join(' ') ?? '',
          ],
    )
  const head = [
    'on',
    'unit',
    'by',
    'person',
    'function',
    'address',
    'count',
    'outcome',
    'tookMs',
    'sent',
    'heard',
    'words',
  ]
  return [head, ...rows].map((row) => `${row.map(safe).join(',')}\r\n`).join('')
}

/** A name that begins like a formula is none. */
const safe = (cell: string | number): string =>
  quoted(typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell)
