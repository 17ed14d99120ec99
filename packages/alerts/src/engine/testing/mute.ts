import type { Alert, Condition, JudgedAlert } from '../../alert.ts'

export const netOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number =>
  kind === 'net-down' ? value : (params.get(paramId)?.netId ?? 0)

const endOf = (windows: Alert['windows'], wallMs: number): number | null =>
  windows.find(({ from, till }) => from <= wallMs && wallMs < till)?.till ?? null

const planned = ({ maintenance }: JudgedAlert, isOf: (paramIds: readonly number[] | null) => boolean) =>
  maintenance.flatMap(({ rule, paramIds }) => (rule.kind === 'once' && isOf(paramIds) ? [rule] : []))

const ownEnd = (alert: JudgedAlert, wallMs: number): number | null =>
  endOf(alert.windows, wallMs) ??
  endOf(
    planned(alert, (paramIds) => paramIds === null),
    wallMs,
  )

const endAround = (alert: JudgedAlert, condition: Condition, wallMs: number): number | null =>
  endOf(alert.nets.get(netOf(alert, condition))?.windows ?? [], wallMs) ??
  endOf(
    planned(alert, (paramIds) => paramIds?.includes(condition.paramId) ?? false),
    wallMs,
  )

export const isQuietFor = (alert: JudgedAlert, condition: Condition, wallMs: number): boolean =>
  ownEnd(alert, wallMs) !== null || endAround(alert, condition, wallMs) !== null

/** The end of the maintenance, or null. */
export function quietTill(alert: JudgedAlert, truth: ReadonlyMap<number, boolean>, wallMs: number): number | null {
  const own = ownEnd(alert, wallMs)
  if (own !== null) return own
  const on = alert.conditions.filter(({ id }) => truth.get(id))
  const ends = (on.length > 0 ? on : alert.conditions).map((condition) => endAround(alert, condition, wallMs))
  const quiet = ends.filter((end) => end !== null)
  if (alert.conditionLogic === 'all') return quiet[0] ?? null
  return quiet.length > 0 && quiet.length === ends.length ? Math.min(...quiet) : null
}
