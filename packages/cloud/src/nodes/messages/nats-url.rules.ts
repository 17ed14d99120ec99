/** Addresses and credentials of the NATS servers. */
export interface NatsServers {
  /** `HOST:PORT`, one or more of one cluster. */
  servers: string[]
  isTls: boolean
  token?: string
  user?: string
  password?: string
  /** Only programs of this machine reach all of them. */
  isLoopback: boolean
}

const defaultPort = 4222
const shown = 'nats://TOKEN@HOST:4222, or tls: and several with commas between them'

/** Parses `nats://TOKEN@HOST:4222,HOST2:4222`; the credentials apply to all servers. */
export const parseNats = (text: string): { ok: NatsServers } | { err: string } => {
  const urls = text.split(',').map((one) => URL.parse(one.includes('://') ? one : `nats://${one}`))
  const [first] = urls
  if (first == null || urls.some((url) => url === null || !isServer(url))) return { err: shown }
  const whole = urls.flatMap((url) => url ?? [])
  const opened = loginOf(first)
  if (opened === null) return { err: `${shown}, with each % in the token, user or password written as %25` }
  return {
    ok: {
      servers: whole.map(({ hostname, port }) => `${hostname}:${port === '' ? defaultPort : port}`),
      isTls: whole.some(({ protocol }) => protocol === 'tls:'),
      ...opened,
      isLoopback: whole.every(({ hostname }) => isLoopback(hostname)),
    },
  }
}

/** Null where it cannot be decoded. */
const loginOf = ({ username, password }: URL): Pick<NatsServers, 'token' | 'user' | 'password'> | null => {
  if (username === '') return {}
  try {
    const user = decodeURIComponent(username)
    return password === '' ? { token: user } : { user, password: decodeURIComponent(password) }
  } catch {
    return null
  }
}

const isServer = ({ protocol, hostname, pathname, search }: URL): boolean =>
  /^(nats|tls):$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === ''

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/**
 * Returns why these servers are too insecure; null if they are acceptable. Access to the server means control of
 * devices.
 */
export const natsProblem = (
  { token, user, isLoopback: isLocal }: NatsServers,
  { hasDatabase, hasCertificate }: { hasDatabase: boolean; hasCertificate: boolean },
): string | null => {
  if (!hasDatabase) return '--nats: nodes share one database: give it with --db, the same for each of them'
  if (isLocal || hasCertificate || token !== undefined || user !== undefined) return null
  return '--nats: beyond this machine it needs a token (nats://TOKEN@HOST:4222) or a certificate (--nats-cert, --nats-key)'
}
