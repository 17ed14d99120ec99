import type { UnitFigures } from '../../readings/values/trouble.rules.ts'

export type StripTone = 'ok' | 'warning' | 'unknown' | 'muted'
type Slot = UnitFigures['slots'][number]

/** A healthy bus may lose one answer in a hundred. */
const goodShare = 0.99
const lostShare = 0.5

const slotTone = (slot: Slot | undefined): StripTone => {
  if (slot === undefined || slot.requests === 0) return 'muted'
  const share = slot.answers / slot.requests
  if (share < lostShare) return 'unknown'
  return share >= goodShare && (slot.exceptions ?? 0) === 0 ? 'ok' : 'warning'
}

/** Each bar is as high as it answered. */
export const slotsPaths = (slots: readonly Slot[], count: number): ReadonlyMap<StripTone, string> => {
  const slotsAt = new Map(slots.map((slot) => [slot.at, slot]))
  const paths = new Map<StripTone, string>()
  for (let at = 0; at < count; at += 1) {
    const tone = slotTone(slotsAt.get(at))
    paths.set(tone, `${paths.get(tone) ?? ''}M${at} 0h.7v1h-.7z`)
  }
  return paths
}

const fromMs = 1
const tillMs = 10_000

/** Returns the position of a time between 1 ms and 10 s on a logarithmic scale, in percent. */
export const logPosition = (ms: number): number =>
  (Math.log10(Math.min(tillMs, Math.max(fromMs, ms)) / fromMs) / Math.log10(tillMs / fromMs)) * 100

/** Worst first: who does not answer at all, who fails most, then by number. */
export const worstFirst = (units: readonly UnitFigures[]): UnitFigures[] => {
  const failed = ({ requests, failed: lost }: UnitFigures): number => (requests === 0 ? 0 : lost / requests)
  const rank = (unit: UnitFigures): number => {
    const share = failed(unit)
    return share > 1 - goodShare ? share : 0
  }
  return units.toSorted((a, b) => rank(b) - rank(a) || a.unit - b.unit)
}

export const unitTone = (unit: UnitFigures, levels: ReadonlyMap<number, 'critical' | 'warning' | 'unknown'>) => {
  if (unit.requests === 0) return 'muted'
  return levels.get(unit.unit) ?? (unit.silentRequests >= 3 ? 'unknown' : 'ok')
}
