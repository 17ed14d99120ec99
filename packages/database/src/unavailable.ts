/** Reasons why a database is unavailable, by error code of the client, the system or the server. */
const unreachable = 'The database is unreachable'
const cutOff = 'The connection to the database was lost'
const silent = 'The database does not respond'
const starting = 'The database is starting, stopping or recovering'
const full = 'The disk of the database is full'
const outOfFiles = 'The service cannot open any more files or sockets'
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: cutOff,
  EPIPE: cutOff,
  CONNECTION_CLOSED: cutOff,
  CONNECTION_ENDED: cutOff,
  CONNECTION_DESTROYED: cutOff,
  '08000': cutOff,
  '08003': cutOff,
  '08006': cutOff,
  EMFILE: outOfFiles,
  ENFILE: outOfFiles,
  ETIMEDOUT: silent,
  CONNECT_TIMEOUT: silent,
  '57P01': starting,
  '57P02': starting,
  '57P03': starting,
  '53100': full,
  '53200': 'The database is out of memory',
  '53300': 'The database has no free connections',
  '58030': 'The disk of the database reports errors',
  '25006': 'The database is read-only',
  '55P03': 'Another session has locked the database for too long',
}

/** Reason for a database that accepts queries but does not respond. */
export const silentDatabase = silent
export const readOnlyDatabase = reasons['25006'] as string
export const fullDatabase = full

/** Returns whether a running statement may have been stored nevertheless. */
export const isUnclear = (why: string): boolean => why === silent || why === cutOff

/** Returns why the database is unavailable, without a full stop; null for other errors. */
export const unavailability = (error: unknown): string | null => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string' || !Object.hasOwn(reasons, code)) return null
  // A missing file has the same code as a missing socket.
  if (code === 'ENOENT' && syscall !== 'connect') return null
  return reasons[code] ?? null
}

/**
 * Returns whether this process or the system has run out of file descriptors. The file or socket itself may be intact.
 */
export const isOutOfFiles = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'EMFILE' || code === 'ENFILE'
}
