import { isExceptionPdu } from '@busbar/modbus'
import { failureReason, type ModbusClient } from '@busbar/polling'
import {
  reportBytesMax,
  reportPartIn,
  reportRequest,
  unpackReport,
  updateAnswerIn,
  updateRequest,
} from '@busbar/uplink/report'
import { z } from 'zod'
import { askGateway, type GatewayPlace } from '../vpn/ask-gateway.ts'

/** Reply of a gateway, or a message why there is none. */
export type GatewayReply<T> = { ok: T } | { err: string }

/** How a gateway can be asked now. */
export interface GatewayConnection {
  readonly by: 'vpn' | 'call-back'
  /** Its report as text. */
  report(): Promise<GatewayReply<string>>
  /** Null: the update is begun; else why not. */
  requestUpdate(): Promise<GatewayReply<string | null>>
}

const deadlineMs = 20_000
const partsMax = 100
const unknownFunction = 'this gateway does not support this request'
const notUnderstood = 'its reply is not valid'

/** On its own call, beside its units: only a gateway that has proven its key is asked so. */
export const callBackConnection = (link: ModbusClient, unit: number): GatewayConnection => {
  const ask = async (pdu: Uint8Array): Promise<GatewayReply<Uint8Array>> => {
    const outcome = await link.transact(unit, pdu, { priority: 'realtime', deadlineMs, origin: { kind: 'gateway' } })
    if ('err' in outcome) return { err: failureReason(outcome.err) }
    return isExceptionPdu(outcome.ok) ? { err: unknownFunction } : outcome
  }
  return {
    by: 'call-back',
    async report() {
      const packed: number[] = []
      for (let parts = 0; ; parts += 1) {
        const answer = await ask(reportRequest(packed.length))
        if ('err' in answer) return answer
        const part = reportPartIn(answer.ok)
        if (part === null || part.total > reportBytesMax || parts >= partsMax) return { err: notUnderstood }
        packed.push(...part.part)
        if (packed.length >= part.total) break
      }
      const text = unpackReport(Uint8Array.from(packed))
      return text === null ? { err: notUnderstood } : { ok: text }
    },
    async requestUpdate() {
      const answer = await ask(updateRequest())
      if ('err' in answer) return answer
      const result = updateAnswerIn(answer.ok)
      return result === null ? { err: notUnderstood } : { ok: result.problem }
    },
  }
}

const stateGroups = 'ethernet&gsm&vpn&fwUpdate&memCard&settings&statistics&time&misc'

/** Connects through the VPN to the gateway's own API. */
export const vpnConnection = (endpoint: GatewayPlace): GatewayConnection => ({
  by: 'vpn',
  async report() {
    try {
      const state = await askGateway(endpoint, 'GET', `/api/state/get/?${stateGroups}`)
      const firmware = await askGateway(endpoint, 'GET', '/api/firmware/')
      if (state.status !== 200) return { err: `it answered ${state.status}` }
      const update = firmware.status === 200 ? { firmware: JSON.parse(firmware.text) as unknown } : {}
      const listed = await askGateway(endpoint, 'GET', '/api/tasks/')
      const tasks = listed.status === 200 ? taskSummary(JSON.parse(listed.text)) : null
      const units = await askGateway(endpoint, 'GET', '/api/units/')
      const bus = units.status === 200 ? busSummary(JSON.parse(units.text)) : null
      const https = await askGateway(endpoint, 'GET', '/api/https/')
      const all = {
        ...(JSON.parse(state.text) as object),
        ...update,
        ...(tasks !== null && { tasks }),
        ...(bus !== null && { bus }),
        ...(https.status === 200 && { https: JSON.parse(https.text) as unknown }),
      }
      return { ok: JSON.stringify(all) }
    } catch (error) {
      return { err: error instanceof SyntaxError ? notUnderstood : messageOf(error) }
    }
  },
  async requestUpdate() {
    try {
      const { status, text } = await askGateway(endpoint, 'POST', '/api/cmd/firmware/update/', {})
      if (status === 200) return { ok: null }
      if (status !== 409) return { err: status === 404 ? unknownFunction : `it answered ${status}` }
      const { message } = JSON.parse(text) as { message?: unknown }
      return { ok: typeof message === 'string' ? message.slice(0, 200) : 'it does not say why' }
    } catch (error) {
      return { err: error instanceof SyntaxError ? notUnderstood : messageOf(error) }
    }
  },
})

const taskList = z.object({
  tasks: z.array(z.object({ lastErrorCode: z.string().nullable(), missedRuns: z.number() })),
})

/** Summarizes the task list of the gateway's API like a report over a reverse connection. */
const taskSummary = (list: unknown): object | null => {
  const { data } = taskList.safeParse(list)
  return data === undefined
    ? null
    : {
        running: data.tasks.length,
        failed: data.tasks.filter(({ lastErrorCode }) => lastErrorCode !== null).length,
        missedRuns: data.tasks.reduce((sum, { missedRuns }) => sum + missedRuns, 0),
      }
}

const unitList = z.object({
  units: z.array(z.object({ uid: z.number(), disturbance: z.object({ cause: z.string() }).nullable() })),
})

/** Summarizes the unit list of the gateway's API like a report over a reverse connection. */
const busSummary = (list: unknown): object | null => {
  const { data } = unitList.safeParse(list)
  return data === undefined
    ? null
    : {
        disturbances: data.units.flatMap(({ uid, disturbance }) =>
          disturbance === null ? [] : [{ uid, cause: disturbance.cause }],
        ),
      }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
