import { type Handlers, Refusal } from '@busbar/wire/server'
import { cellMs } from '../../bus/day-statistics.ts'
import { readDeviceIdentity } from '../../bus/identify/device-identity.ts'
import type { Call } from '../api-context.ts'
import { onDisk } from '../on-disk.ts'
import type { bus } from './bus.contract.ts'
import type { classFind } from './class-find.contract.ts'
import type { modbus } from './modbus.contract.ts'
import type { search } from './search.contract.ts'
import type { serial } from './serial.contract.ts'
import type { units } from './units.contract.ts'

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

const neverAsked = { answeredMs: undefined, tookMs: undefined, failedInRow: 0, cells: [], disturbance: undefined }

export const unitsHandlers: Handlers<typeof units, Call> = {
  list({ bus, unitNames, clock, deviceClock }) {
    const unitStatistics = new Map(bus.day.units().map((one) => [one.unit, one]))
    const all = [...new Set([...unitStatistics.keys(), ...unitNames.units])].toSorted((a, b) => a - b)
    const whenWas = (ms: number): string => new Date(deviceClock.now().getTime() - (clock.now() - ms)).toISOString()
    return {
      cellSec: cellMs / 1000,
      units: all.map((uid) => {
        const { answeredMs, tookMs, failedInRow, cells, disturbance } = unitStatistics.get(uid) ?? neverAsked
        return {
          uid,
          name: unitNames.of(uid),
          answeredOn: answeredMs === undefined ? null : whenWas(answeredMs),
          ms: tookMs === undefined ? null : Math.round(tookMs * 10) / 10,
          failedInRow,
          disturbance:
            disturbance === undefined
              ? null
              : { cause: disturbance.cause, count: disturbance.count, lastOn: whenWas(disturbance.lastMs) },
          strip: cells.map((cell) => cell && ([...cell] as [number, number, number, number])),
        }
      }),
    }
  },

  identify: ({ gate, requester, clock }, { uid }) =>
    readDeviceIdentity((pdu) => gate.ask({ ...requester, usesStandardCodes: true }, uid, pdu), clock),

  async name({ unitNames }, { uid, name }) {
    await onDisk(() => unitNames.set(uid, name.trim()))
    return {}
  },
}

export const serialHandlers: Handlers<typeof serial, Call> = {
  ports({ serialPorts: { choice, find } }) {
    return { chosen: choice.path ?? null, isFixed: choice.isFixed, ports: find().map((port) => ({ ...port })) }
  },

  async choose({ serialPorts: { choice, find }, bus }, { path }) {
    if (choice.isFixed) throw new Refusal('ERROR_CONFLICT', 'The port was given to the program (--port).')
    if (!find().some((port) => port.path === path)) {
      throw new Refusal('ERROR_REQUEST', 'body.path: is not one of the serial ports of this box')
    }
    await onDisk(() => choice.choose(path))
    bus.reopen()
    return {}
  },
}

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

export const classFindHandlers: Handlers<typeof classFind, Call> = {
  searchMetaInfo: ({ identification }, { filePath }) => identification.metaInfo(filePath),
  start: ({ identification }, { 'search-meta-info': searchMetaInfo, ...request }) =>
    identification.start(request, searchMetaInfo),
  stop: ({ identification }) => identification.stop(),
  result: ({ identification }) => identification.result(),
}

export const modbusHandlers: Handlers<typeof modbus, Call> = {
  request({ transactions, requester }, { reqData }) {
    const [unit = 0, ...pdu] = Buffer.from(reqData, 'hex')
    const tid = transactions.begin(requester, unit, Uint8Array.from(pdu))
    if (tid === undefined) throw new Refusal('ERROR_BUSY', 'Too many raw requests are waiting; try again.')
    return { tid }
  },

  response({ transactions, requester }, { tid }) {
    const found = transactions.result(requester.name, tid)
    if (found === undefined) throw new Refusal('ERROR_TID')
    return { respData: Buffer.from(found.answer).toString('hex'), status: found.isDone ? 'DONE' : 'BUSY' }
  },

  async reconnect({ callBack }, { requestNewCode }) {
    await onDisk(() => callBack.reconnect(requestNewCode))
    return {}
  },
}
