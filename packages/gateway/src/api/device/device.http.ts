import { type Handlers, JsonText } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { device } from './device.contract.ts'
import { identityA, identityB, versionA, versionB } from './identity.rules.ts'
import { type StateKey, stateKeys } from './state.contract.ts'

/** The groups are written by those who have them, each in the variant's form; tests hold them to the contract. */
const state = async ({ stateOf }: Call, { keys }: { keys: StateKey[] }): Promise<JsonText> => {
  const requested = keys.length === 0 ? stateKeys : keys
  const groups = await Promise.all(requested.map(async (key) => [key, await stateOf(key)] as const))
  return new JsonText(JSON.stringify(Object.fromEntries(groups)))
}

export const deviceHandlers: { [V in 'A' | 'B']: Handlers<(typeof device)[V], Call> } = {
  A: {
    identify: ({ identity }) => identityA(identity),
    version: ({ identity }) => versionA(identity),
    state,
  },
  B: {
    identify: ({ identity, registration }) => identityB(identity, registration()),
    version: ({ identity }) => versionB(identity),
    state,
  },
}
