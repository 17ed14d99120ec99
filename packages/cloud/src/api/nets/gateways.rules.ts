/** A gateway that a code leads to, or that a MAC names. */
export interface Gateway {
  mac: string
  /** The network it is bound to. */
  orgId: number | null
  netId: number | null
  /** The network that has its MAC. */
  macNetId: number | null
  /** Whoever showed the code proved one, or is known to have none; null where that is not known yet. */
  hasKey: boolean | null
}

/** Why a gateway cannot be bound to a network of an organization, or null. A new network has no id yet. */
export const bindingProblem = (
  gateway: Omit<Gateway, 'hasKey'>,
  orgId: number,
  netId: number | null,
): string | null => {
  if (gateway.orgId !== null && gateway.orgId !== orgId) return 'leads to a gateway of somebody else'
  const bound = gateway.netId ?? gateway.macNetId
  return bound === null || bound === netId ? null : 'leads to a gateway that another network has already'
}
