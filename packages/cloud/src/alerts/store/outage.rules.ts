import type { AlertState, JudgedAlert } from '../alert.ts'

/** The one reason that is the network's and not the device's. */
const netReason = 'NoConnection'

/**
 * The network behind whose outage an alert stands, or null. Where any condition is enough, all that count now must be the silence of
 * networks that are out: a value that went too far is news of its own. Where all are needed, one that waited for the silence is enough.
 */
export const outageNetIdOf = (alert: JudgedAlert, { conditions, nets }: AlertState): number | null => {
  if (!alert.isOutageHeldBack) return null
  const states = new Map(conditions.map((state) => [state.id, state]))
  const behind = alert.conditions.flatMap(({ id, kind, paramId }) => {
    const state = states.get(id)
    if (!state?.isTriggered) return []
    const netId = alert.params.get(paramId)?.netId
    const isOfSilence = kind === 'reading-error' || kind === 'no-data'
    if (!isOfSilence || netId === undefined) return [null]
    return [nets[netId]?.isConnected === false || state.reason === netReason ? netId : null]
  })
  const isOfOther = alert.conditionLogic === 'any' && behind.includes(null)
  return isOfOther ? null : (behind.find((netId) => netId !== null) ?? null)
}
