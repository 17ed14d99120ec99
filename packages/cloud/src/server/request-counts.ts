import type { Log } from '@busbar/kit/log'
import type { FastifyInstance } from 'fastify'
import type { Metric } from '../fields/metrics-text.ts'
import type { TrustedProxies } from './client/client-address.ts'

interface Count {
  labels: Readonly<Record<string, string>>
  requests: number
  seconds: number
}

/** Counts what was answered: by endpoint as the contract writes it, so that the number of rows has an end. */
export class RequestCounts {
  readonly #counts = new Map<string, Count>()

  /** Listens to an app, and tells the log of every request. */
  watch(app: FastifyInstance, log: Log, proxies: TrustedProxies): void {
    app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
      const path = request.routeOptions.url ?? 'unknown'
      const method = path === 'unknown' ? '' : request.method
      this.#add({ method, path, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1000)
      const { address: from } = proxies.clientOf(request.raw)
      log.debug({ method: request.method, path, status: statusCode, ms: Math.round(elapsedTime), from }, 'request')
      done()
    })
  }

  metrics(): Metric[] {
    const counts = [...this.#counts.values()]
    return [
      {
        name: 'busbar_http_requests_total',
        type: 'counter',
        help: 'Requests that were answered.',
        samples: counts.map(({ labels, requests }) => ({ labels, value: requests })),
      },
      {
        name: 'busbar_http_request_seconds_total',
        type: 'counter',
        help: 'Time that answering them took.',
        samples: counts.map(({ labels, seconds }) => ({ labels, value: seconds })),
      },
    ]
  }

  #add(labels: { method: string; path: string; status: string }, seconds: number): void {
    const key = `${labels.method} ${labels.path} ${labels.status}`
    const count = this.#counts.get(key)
    if (count === undefined) {
      this.#counts.set(key, { labels, requests: 1, seconds })
    } else {
      count.requests += 1
      count.seconds += seconds
    }
  }
}
