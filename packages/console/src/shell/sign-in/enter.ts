import type { Session } from '../../data/state/session.ts'

/** Begins the session of who has shown that they may. */
export type SessionStart = (opened: Pick<Session, 'token' | 'expiresOn'>, email: string) => Promise<void>
