import { type Gate, Refusal } from '@busbar/wire/server'
import type { Variant } from '../../variant.ts'
import type { CallInProgress } from '../call.ts'
import { type GatewayAccess, levels } from '../words.ts'

/** Asks for the level that an endpoint needs in this variant. */
export const level =
  (variant: Variant): Gate<CallInProgress, GatewayAccess> =>
  (endpoint) => {
    if (endpoint === null || endpoint.access === 'open') return null
    const needed = levels[endpoint.access][variant]
    return ({ context }) => {
      if (context.level < needed) {
        throw new Refusal('ERROR_LEVEL', `This needs level ${needed}; yours is ${context.level}.`)
      }
    }
  }
