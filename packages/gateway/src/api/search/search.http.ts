import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { search } from './search.contract.ts'

export const searchHandlers: Handlers<typeof search, Call> = {
  start: (call, wish) => call.search.start(wish),
  stop: (call) => call.search.stop(),
  result: (call, { list }) => call.search.result(list),
}
