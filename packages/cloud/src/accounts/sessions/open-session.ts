import { tooManyRequests } from '../access/too-many-requests.ts'
import type { AccountsCall } from '../needs.ts'
import { SessionsFull } from './session-store.ts'

const fullWaitMs = 60_000

/** Opens a session, as the wire has it. */
export const openSession = async (
  { sessions, from, agent }: Pick<AccountsCall<'public'>, 'sessions' | 'from' | 'agent'>,
  accountId: number,
  apiKey: string | null = null,
  till: Date | null = null,
): Promise<{ token: string; expiresOn: string }> => {
  try {
    const { token, expiresOn } = await sessions.open(accountId, apiKey, { from, agent }, till)
    return { token, expiresOn: expiresOn.toISOString() }
  } catch (error) {
    throw error instanceof SessionsFull ? tooManyRequests(fullWaitMs) : error
  }
}
