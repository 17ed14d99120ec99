import { type Gate, Refusal } from '@busbar/wire/server'
import type { CallInProgress } from '../call.ts'
import type { GatewayAccess } from '../words.ts'

/** With strict levels some settings ask for more than their endpoint does. That comes before what is wrong with them. */
export const settingsLevel: Gate<CallInProgress, GatewayAccess> = (endpoint) => {
  if (endpoint?.access !== 'settingsWriter') return null
  return ({ context, body }) => {
    const problem = context.settings.levelProblem(body, context.level)
    if (problem !== null) throw new Refusal('ERROR_LEVEL', problem)
  }
}
