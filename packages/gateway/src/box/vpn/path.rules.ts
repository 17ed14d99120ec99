import type { PathName } from '@busbar/uplink/tunnel'

/** A setting `connMode`: 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only; the first of these goes before. */
const orders: Readonly<Record<number, readonly PathName[]>> = {
  1: ['eth', 'gsm'],
  2: ['gsm', 'eth'],
  3: ['eth'],
  4: ['gsm'],
}

export interface PathFacts {
  readonly connMode: number
  readonly isThere: Readonly<Record<PathName, boolean>>
  /** The way that is used now. */
  readonly current: PathName | null
  /** How long a handshake has been due on it. */
  readonly silentMs: number
  /** How long the preferred way has been there, not used. */
  readonly preferredForMs: number
}

const patienceMs = 30_000
const returnMs = 600_000

/** The way that a tunnel's own packets take from now on; null: there is none. */
export const pathFor = ({ connMode, isThere, current, silentMs, preferredForMs }: PathFacts): PathName | null => {
  const [preferred, other] = (orders[connMode] ?? []).filter((name) => isThere[name])
  if (preferred === undefined) return null
  if (other === undefined || current === null) return preferred
  const next = current === preferred ? other : preferred
  if (silentMs >= patienceMs) return next
  return current === other && preferredForMs >= returnMs ? preferred : current
}

export const preferredPath = (connMode: number): PathName => orders[connMode]?.[0] ?? 'eth'
