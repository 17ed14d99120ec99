import type { Database } from '@busbar/database'
import type { Poll, RecordedPoll } from '../../poll.ts'
import { Recorder, type RecorderOptions } from '../recorder.ts'
import { hastyClock, orgId, paramsOf } from './recording.ts'

export const beganOn = Date.UTC(2026, 2, 1, 12)
const now = (): Date => new Date(beganOn)

export const setUp = async (options: Partial<RecorderOptions> & { db: RecorderOptions['db'] }) => {
  const logged: string[] = []
  const log = {
    error: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
    info: (_details: object, message: string) => void logged.push(message),
  }
  const recorder = new Recorder({ clock: hastyClock, now, log, bufferBytesMax: 1e6, ...options })
  const told: RecordedPoll[] = []
  recorder.onRecorded((polls) => void told.push(...polls))
  await recorder.start()
  return { recorder, logged, told }
}

const params = new Map([1, 2, 3].map((id) => [id, paramsOf(id, ['u16', 'u16'])]))
export const pollOf = (deviceId: number, onMs: number, values: (number | null)[] = [onMs, 2]): Poll => ({
  orgId,
  deviceId,
  readOn: beganOn + onMs,
  params: params.get(deviceId) ?? [],
  values,
  texts: null,
  errors: null,
})

/** The times of a device's polls, after the beginning, and the first value of each. */
export const storedOf = async ({ sql }: Pick<Database, 'sql'>, deviceId: number): Promise<number[][]> => {
  const rows = await sql<{ on: number; value: number }[]>`
    select (extract(epoch from read_on) * 1000)::bigint as on, narrow[1] as value from poll where device_id = ${deviceId}
    order by read_on`
  return rows.map(({ on, value }) => [on - beganOn, value])
}
