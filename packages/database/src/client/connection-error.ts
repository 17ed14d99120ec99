import { DatabaseProblem } from '../problem.ts'

/** What the client or the server calls it, and what to do about it. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there: start PostgreSQL, or correct host and port',
  ECONNRESET: 'the server hung up: does it want TLS (?sslmode=require)?',
  CONNECTION_CLOSED: 'the server hung up: does it want TLS (?sslmode=require)?',
  ENOTFOUND: 'there is no such host: correct its name',
  EAI_AGAIN: 'the name of the host could not be looked up: try again, or use its address',
  ENOENT: 'there is no such socket: start PostgreSQL, or correct the path',
  EHOSTUNREACH: 'the host cannot be reached: check the network',
  ENETUNREACH: 'the network cannot be reached: check it',
  ETIMEDOUT: 'the host does not answer: check address and firewall',
  CONNECT_TIMEOUT: 'the host does not answer: check address and firewall',
  '28P01': 'user or password are wrong',
  '28000': 'the server does not let this user in: check its pg_hba.conf',
  '3D000': 'there is no such database: create it (createdb)',
  '53300': 'the server has no connection left: raise its max_connections',
  '57P03': 'the server is still starting: try again',
}

/** One sentence for the operator. The password of the URL is not in it. */
export const explainConnection = (error: unknown, url: string): DatabaseProblem => {
  if (error instanceof DatabaseProblem) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const { host, pathname } = new URL(url)
  const hint = advice[code] ?? 'check DATABASE_URL'
  return new DatabaseProblem(`Cannot use the database ${pathname.slice(1)} at ${host}: ${hint} (${message || code}).`, {
    cause: error,
  })
}
