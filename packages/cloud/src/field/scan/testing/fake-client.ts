import type { Request, Response } from '@busbar/modbus'
import type { ExchangeResult, ModbusClient } from '@busbar/polling'

/** A client that a test answers for, and what was asked of it. */
export const fakeClient = (
  answer: (unit: number, request: Request) => ExchangeResult<Response> | Promise<ExchangeResult<Response>>,
) => {
  const requests: { unit: number; request: Request }[] = []
  const client: ModbusClient = {
    ask: async (unit, request, { signal }) => {
      if (signal?.aborted) return { err: 'aborted' }
      requests.push({ unit, request })
      return (await answer(unit, request)) as never
    },
    transact: () => Promise.resolve({ err: 'closed' }),
  }
  return { client, requests }
}
