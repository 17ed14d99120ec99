import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { bus } from './bus.contract.ts'

const lastUsual = 200
const modes = ['slave', 'master', 'raw'] as const

export const busHandlers: Handlers<typeof bus, Call> = {
  status({ bus: line, rs485, settings }) {
    const { isOpen, problem, line: set } = line.status()
    const { baudRate, charFormat, frameMode } = set
    const { requestsPerSec, responsesPerSec, loadPercent } = line.statistics()
    const { hdxMode, delayForRtuMs, delayForAsciiMs } = settings.active.serial
    return {
      isOpen,
      problem,
      rs485: rs485.status(),
      mode: modes[hdxMode],
      line: { baudRate, charFormat, frameMode },
      timeoutMs: frameMode === 0 ? delayForRtuMs : delayForAsciiMs,
      load: line.day.load(),
      requestsPerSec,
      responsesPerSec,
      loadPercent,
      sources: line.day.sources().map(({ source, requests, failed, busyMs }) => ({
        from: source,
        requests,
        failed,
        busySec: round(busyMs / 1000),
      })),
    }
  },

  live({ exchangeStreams, requester }, { last = lastUsual }) {
    const stream = exchangeStreams.open({ last, signal: requester.signal })
    if (stream === null) throw new Refusal('ERROR_BUSY', 'Too many listen to the bus already; close one.')
    return stream
  },
}

const round = (value: number): number => Math.round(value * 10) / 10
