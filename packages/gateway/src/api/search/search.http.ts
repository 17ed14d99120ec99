import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { search } from './search.contract.ts'

export const searchHandlers: Handlers<typeof search, Call> = {
  start: (call, request) => call.search.start(request),
  stop: (call) => call.search.stop(),
  startLines(call, { baudRates, charFormats, frameMode = 0, fromUid = 1, toUid = 247, untilFound = false }) {
    const lines = baudRates.flatMap((baudRate) =>
      charFormats.map((charFormat) => ({ baudRate, charFormat, frameMode })),
    )
    return call.search.startLines({ lines, fromUid, toUid, untilFound })
  },
  linesResult: (call) => call.search.linesResult(),
  result: (call, { list }) => call.search.result(list),
}
