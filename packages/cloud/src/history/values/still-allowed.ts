import type { HistoryCall } from '../needs.ts'

/** The session may have ended since, and with another role the listener is another, who has to ask again. */
export const isStillAllowed = async (
  {
    sessions,
    orgRoles,
    token,
    caller,
    role,
  }: Pick<HistoryCall<'member'>, 'sessions' | 'orgRoles' | 'token' | 'caller' | 'role'>,
  orgId: number,
): Promise<boolean> => {
  if ((await sessions.find(token)) === null) return false
  const orgRole = await orgRoles.find('org', orgId, caller.accountId)
  return orgRole?.role === role
}
