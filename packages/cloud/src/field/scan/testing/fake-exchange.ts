import type { Request, Response } from '@busbar/modbus'
import type { Exchange, ExchangeResult } from '../../exchange.ts'

/** An exchange that a test answers for, and what was asked of it. */
export const answeredBy = (
  answer: (unit: number, request: Request) => ExchangeResult<Response> | Promise<ExchangeResult<Response>>,
) => {
  const asked: { unit: number; request: Request }[] = []
  const exchange: Exchange = {
    ask: async (unit, request, { signal }) => {
      if (signal?.aborted) return { err: 'aborted' }
      asked.push({ unit, request })
      return (await answer(unit, request)) as never
    },
    transact: () => Promise.resolve({ err: 'closed' }),
  }
  return { exchange, asked }
}
