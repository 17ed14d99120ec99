import { ApiError, call, request } from './api.ts'

const toHex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const askMs = 100
const patience = 150

/** Sends a request to a unit once and returns the PDU of its answer. Throws if the gateway lost it. */
export const sendPdu = async (unit: number, pdu: readonly number[]): Promise<number[]> => {
  const { tid } = await call('modbus.request', { reqData: toHex([unit, ...pdu]) })
  for (let tries = 0; tries < patience; tries += 1) {
    const answer = (await (await request('GET', `/api/modbus/resp/?tid=${tid}`)).json()) as {
      respData: string
      status: 'DONE' | 'BUSY'
    }
    if (answer.status === 'DONE') return bytesOf(answer.respData).slice(1)
    await pause(askMs)
  }
  throw new ApiError('Unanswered', 0, 'no answer')
}
