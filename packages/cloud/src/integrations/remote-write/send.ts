import { callHttp } from '@busbar/kit/net'
import { type Connector, messageOf } from '../connector.ts'
import type { FindAddress } from '../mqtt/dial.ts'
import { writeRequest } from '../prometheus/messages.ts'
import type { Series } from '../prometheus/series.ts'
import { compress } from '../prometheus/snappy.ts'
import type { RemoteWriteSettings } from './settings.ts'

/** `again`: later it may be taken. `refused`: never as it is. */
export type SendResult = 'taken' | { again: string; afterMs: number | null } | { refused: string }

export interface ReceiverOptions {
  connector: Connector<RemoteWriteSettings>
  find: FindAddress
}

const timeoutMs = 30_000
/** Status codes for invalid samples. All others concern the caller or are temporary. */
const refusals: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

/** Hands samples over in one request. */
export const sendSeries = async (
  { connector, find }: ReceiverOptions,
  series: readonly Series[],
): Promise<SendResult> => {
  const { orgId, settings, password } = connector
  const url = new URL(settings.url)
  try {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    const address = await find(url.hostname.replace(/^\[(.*)\]$/, '$1'), port, orgId)
    const body = compress(writeRequest(series))
    const headers = {
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
      'user-agent': 'Busbar',
      'x-prometheus-remote-write-version': '0.1.0',
      ...(password !== null && { authorization: authorizationOf(settings.user, password) }),
      ...(settings.tenant !== null && { 'x-scope-orgid': settings.tenant }),
    }
    const answer = await callHttp({ url, address, ca: settings.ca, method: 'POST', headers, body, timeoutMs })
    return 'err' in answer ? { again: answer.err, afterMs: null } : outcomeOf(answer.status, answer.retryAfter)
  } catch (error) {
    return { again: messageOf(error), afterMs: null }
  }
}

const authorizationOf = (user: string | null, password: string): string =>
  user === null ? `Bearer ${password}` : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const statusTexts: Readonly<Record<number, string>> = {
  400: 'it refused these samples, usually because they are too old or it has later ones',
  401: 'user or password is wrong',
  403: 'it does not allow this',
  404: 'there is no receiver at this path',
  429: 'it has too much to do',
}

/** The response body is not shown: it would let users read what only the service can reach. */
const outcomeOf = (status: number, retryAfter: string | undefined): SendResult => {
  if (status >= 200 && status < 300) return 'taken'
  const isRedirect = status >= 300 && status < 400
  const statusText = isRedirect ? 'redirects are not followed' : statusTexts[status]
  const reason = statusText === undefined ? `HTTP ${status}` : `HTTP ${status}: ${statusText}`
  if (refusals.has(status)) return { refused: reason }
  const seconds = Number(retryAfter ?? Number.NaN)
  return { again: reason, afterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null }
}
