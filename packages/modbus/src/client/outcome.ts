import type { ExceptionName } from '../pdu/exceptions.ts'

/** Why there is no answer: nothing came in time, it came damaged, the link ended, the queue was full, or the caller gave up. */
export type LinkFailure = 'timeout' | 'crc' | 'closed' | 'full' | 'aborted' | 'malformed'
export type Outcome<T> = { ok: T } | { err: LinkFailure | ExceptionName }
