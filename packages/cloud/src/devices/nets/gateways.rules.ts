/** A gateway that a code leads to, or that a MAC names. */
export interface Gateway {
  mac: string
  /** The network it is bound to. */
  orgId: number | null
  netId: number | null
  /** The network that has its MAC. */
  macNetId: number | null
  /** The gateway that showed the code proved one, or is known to have none; null where that is not known yet. */
  hasKey: boolean | null
  /** It has called in, bound or not. */
  isSeen: boolean
}

/** Why a gateway cannot be bound to a network of an organization, or null. A new network has no id yet. */
export const bindingProblem = (
  gateway: Omit<Gateway, 'hasKey' | 'isSeen'>,
  orgId: number,
  netId: number | null,
): string | null => {
  if (gateway.orgId !== null && gateway.orgId !== orgId) return 'leads to a gateway of somebody else'
  const bound = gateway.netId ?? gateway.macNetId
  return bound === null || bound === netId ? null : 'leads to a gateway that another network has already'
}

/**
 * Returns a note for the caller who binds a gateway, or null. It is unknown whether a gateway that has never connected
 * has a key, so a later connection may be refused.
 */
export const bindingNote = ({ hasKey, isSeen }: Gateway, isKeylessAllowed: boolean): string | null => {
  if (isSeen || hasKey !== null) return null
  const never = 'The gateway has never called in, so it is not known whether it has a key. '
  return isKeylessAllowed
    ? `${never}Whoever calls first under its MAC is taken for it.`
    : `${never}The first key that is proven under its MAC will be its own; without a key it will be refused, unless an owner allows such gateways.`
}
