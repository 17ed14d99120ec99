import { parse } from 'pg-connection-string'
import { DatabaseProblem } from '../problem.ts'
import type { ConnectionOptions, ServerAddress } from './connection.ts'

const portDefault = 5432

/** Captures `scheme://user:password@` and the hosts, of which there may be several. */
const withHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/**
 * Parses `postgres://user:password@host:port,host:port/database?sslmode=...` like libpq. Of several hosts the first
 * writable one is used, unless `target_session_attrs=any` is set. `?prepare=false` is for a pooler that shares
 * sessions.
 */
export const optionsOfUrl = (url: string): ConnectionOptions => {
  const [, before, hosts, rest] = withHosts.exec(url) ?? []
  if (before === undefined || hosts === undefined || rest === undefined) throw notAUrl()
  const list = hosts.split(',')
  if (!list.every((host) => URL.canParse(`${before}${host}${rest}`))) throw notAUrl()
  const servers: ServerAddress[] = list.map((host) => {
    const { host: name, port } = parse(`${before}${host}${rest}`, { useLibpqCompat: true })
    return { host: name || 'localhost', port: Number(port || portDefault) }
  })
  const first = parse(`${before}${list[0]}${rest}`, { useLibpqCompat: true })
  const { searchParams } = new URL(`${before}${list[0]}${rest}`)
  const target = searchParams.get('target_session_attrs') ?? (servers.length > 1 ? 'read-write' : 'any')
  if (!['any', 'read-write', 'primary'].includes(target)) {
    throw new DatabaseProblem(`target_session_attrs=${target} is not supported: use read-write, primary or any.`)
  }
  return {
    servers,
    user: first.user || process.env['PGUSER'] || process.env['USER'] || 'postgres',
    password: first.password || process.env['PGPASSWORD'],
    database: first.database || first.user || 'postgres',
    ...(first.ssl !== undefined && { ssl: first.ssl as ConnectionOptions['ssl'] }),
    settings: first.options,
    isPrimary: target !== 'any',
    isUnprepared: searchParams.get('prepare') === 'false',
  }
}

const notAUrl = (): DatabaseProblem =>
  new DatabaseProblem('DATABASE_URL must look like postgres://user:password@host:5432/database.')
