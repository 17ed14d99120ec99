import type { ExceptionName } from '../pdu/exceptions.ts'

/**
 * Why there is no answer. It was sent, and nothing came in time (`timeout`), it came damaged (`crc`) or senseless (`malformed`), or the link
 * ended (`closed`); the caller gave up (`aborted`). Or nothing was sent: there is no link (`no-connection`), too many wait (`full`), its
 * deadline passed while it waited (`expired`), or an answer that is still to come could be taken for its own (`held`).
 */
export type LinkFailure =
  | 'timeout'
  | 'crc'
  | 'malformed'
  | 'closed'
  | 'aborted'
  | 'no-connection'
  | 'full'
  | 'expired'
  | 'held'
export type ExchangeResult<T> = { ok: T } | { err: LinkFailure | ExceptionName }
