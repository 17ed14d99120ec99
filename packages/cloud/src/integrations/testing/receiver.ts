import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fieldsOf } from '../prometheus/protobuf.ts'
import { decompress } from '../prometheus/snappy.ts'

export interface ReceivedSample {
  /** As `name{device="...",...}`, without what is the same in all. */
  series: string
  time: number
  /** NaN for the mark of what is stale. */
  value: number
}

/** Takes samples as Prometheus does: all of a request or none, and of each series only later ones. */
export class TestReceiver {
  readonly samples: ReceivedSample[] = []
  headers: IncomingHttpHeaders = {}
  requests = 0
  /** Samples of requests that were refused for them. */
  refused = 0
  /** Status returned instead of accepting samples. */
  status: number | null = null
  readonly #newest = new Map<string, number>()
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.requests += 1
      this.headers = request.headers
      response.statusCode = this.status ?? this.#take(Buffer.concat(chunks))
      response.end()
    })
  })

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1/write`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #take(body: Uint8Array): number {
    const taken = fieldsOf(decompress(body, 10_000_000)).flatMap(({ value }) => samplesOf(value as Uint8Array))
    const old = taken.filter(({ series, time }) => time <= (this.#newest.get(series) ?? 0))
    this.refused += old.length
    if (old.length > 0) return 400
    for (const one of taken) this.#newest.set(one.series, one.time)
    this.samples.push(...taken)
    return 204
  }
}

const samplesOf = (series: Uint8Array): ReceivedSample[] => {
  const fields = fieldsOf(series)
  const labels = fields.filter(({ no }) => no === 1).map(({ value }) => labelOf(value as Uint8Array))
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  const rest = labels.filter(([label]) => label !== '__name__').map(([label, value]) => `${label}=${value}`)
  return fields
    .filter(({ no }) => no === 2)
    .map(({ value }) => {
      const [bits, time] = fieldsOf(value as Uint8Array)
      const [number = 0] = new Float64Array(new BigUint64Array([bits?.value as bigint]).buffer)
      return { series: `${name}{${rest.join(',')}}`, time: Number(time?.value), value: number }
    })
}

const labelOf = (label: Uint8Array): [name: string, value: string] => {
  const [name, value] = fieldsOf(label).map((field) => Buffer.from(field.value as Uint8Array).toString())
  return [name ?? '', value ?? '']
}
