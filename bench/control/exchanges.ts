import type { Client, Request } from '@busbar/modbus'
import { type HttpAnswer, type HttpSocket, httpRequest } from '../kit/http-socket.ts'
import type { BenchSite } from './make-site.ts'
import { firstAddress, manyParams, paramsPerRequest, unit, writtenAddress } from './site.ts'

export const exchangeNames = ['one', 'many', 'write'] as const
export type ExchangeName = (typeof exchangeNames)[number]

/** The same thing done twice: by asking the service, and by asking the site. */
export interface ExchangePair {
  /** The answer is judged afterwards, so that it costs no time that is measured. */
  api(round: number): Promise<() => void>
  bare(round: number): Promise<void>
}

export interface Sockets {
  /** As many as requests go side by side. */
  https: readonly HttpSocket[]
  modbus: Client
}

const words = 65_536

export const exchangePairs = ({ https, modbus }: Sockets, site: BenchSite): Record<ExchangeName, ExchangePair> => {
  const { token, paramIds, writtenId } = site
  const readRequest = (ids: readonly number[]): string =>
    httpRequest('GET', `/api/v1/params/read-realtime/?paramIds=${ids.join(',')}&lang=en`, token)
  const ask = (requests: readonly string[]): Promise<HttpAnswer[]> =>
    Promise.all(requests.map((request, i) => socketAt(https, i).ask(request)))
  const onWire = async (request: Request): Promise<void> => {
    const outcome = await modbus.ask(unit, request)
    if ('err' in outcome) throw new Error(`the site answered ${outcome.err}`)
  }

  const oneRequest = [readRequest(paramIds.slice(0, 1))]
  const starts = Array.from({ length: manyParams / paramsPerRequest }, (_, i) => i * paramsPerRequest)
  const manyRequests = starts.map((at) => readRequest(paramIds.slice(at, at + paramsPerRequest)))
  const readWritten = { fn: 3, address: writtenAddress, count: 1 } as const
  return {
    one: {
      async api() {
        const answers = await ask(oneRequest)
        return () => expectValues(answers, 1)
      },
      bare: () => onWire({ fn: 3, address: firstAddress, count: 1 }),
    },
    many: {
      async api() {
        const answers = await ask(manyRequests)
        return () => expectValues(answers, manyParams)
      },
      async bare() {
        await Promise.all(starts.map((at) => onWire({ fn: 3, address: firstAddress + at, count: paramsPerRequest })))
      },
    },
    write: {
      async api(round) {
        const newValue = `${round % words}`
        const path = `/api/v1/param/${writtenId}/write/`
        const answers = await ask([httpRequest('POST', path, token, JSON.stringify({ newValue }))])
        return () => expectWritten(answers, newValue)
      },
      async bare(round) {
        await onWire(readWritten)
        await onWire({ fn: 6, address: writtenAddress, word: round % words })
        await onWire(readWritten)
      },
    },
  }
}

const socketAt = (https: readonly HttpSocket[], i: number): HttpSocket => {
  const socket = https[i]
  if (socket === undefined) throw new Error(`there are only ${https.length} connections`)
  return socket
}

const bodyOf = ({ status, body }: HttpAnswer): unknown => {
  if (status !== 200) throw new Error(`the service answered ${status}: ${body}`)
  return JSON.parse(body)
}

const expectValues = (answers: readonly HttpAnswer[], count: number): void => {
  const results = answers.flatMap((answer) => Object.values(bodyOf(answer) as Record<string, { value?: string }>))
  if (results.length !== count || results.some(({ value }) => value === undefined))
    throw new Error(`not ${count} values: ${JSON.stringify(results)}`)
}

const expectWritten = (answers: readonly HttpAnswer[], newValue: string): void => {
  for (const body of answers.map(bodyOf)) {
    const { ok } = body as { ok?: { newValue: string } }
    if (ok?.newValue !== newValue) throw new Error(`not written ${newValue}: ${JSON.stringify(body)}`)
  }
}
