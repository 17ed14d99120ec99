import type { Alert, Condition, JudgedAlert } from '../alert.ts'

export const netOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number =>
  kind === 'net-down' ? value : (params.get(paramId)?.netId ?? 0)

const endOf = (windows: Alert['windows'], wallMs: number): number | null =>
  windows.find(({ from, till }) => from <= wallMs && wallMs < till)?.till ?? null

const netEnd = (alert: JudgedAlert, condition: Condition, wallMs: number): number | null =>
  endOf(alert.nets.get(netOf(alert, condition))?.windows ?? [], wallMs)

export const isQuietFor = (alert: JudgedAlert, condition: Condition, wallMs: number): boolean =>
  endOf(alert.windows, wallMs) !== null || netEnd(alert, condition, wallMs) !== null

/** The end of the maintenance, or null. */
export function quietTill(alert: JudgedAlert, truth: ReadonlyMap<number, boolean>, wallMs: number): number | null {
  const own = endOf(alert.windows, wallMs)
  if (own !== null) return own
  const on = alert.conditions.filter(({ id }) => truth.get(id))
  const ends = (on.length > 0 ? on : alert.conditions).map((condition) => netEnd(alert, condition, wallMs))
  const quiet = ends.filter((end) => end !== null)
  if (alert.conditionLogic === 'all') return quiet[0] ?? null
  return quiet.length > 0 && quiet.length === ends.length ? Math.min(...quiet) : null
}
