import assert from 'node:assert/strict'
import { VirtualClock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import { type FieldNet, Poller } from '@busbar/polling'
import { device, net, param, startMs } from '@busbar/polling/testing'
import { Plant, type PlantDescription, SerialLine, serveLine } from '@busbar/simulator'
import { shownDiagnosis } from '../../../commands/shown.rules.ts'
import type { Dialer } from '../../dialling/dialer.ts'
import { Field } from '../../field.ts'
import { Diagnosis } from '../diagnosis.ts'
import { slotOf } from '../unit-day.ts'

const baud = 9600
const units = [1, 2, 3, 4, 5]

const plantOf = (name: string, on: readonly number[]): PlantDescription => ({
  name,
  seed: name,
  sites: [
    {
      id: name,
      name,
      envelope: 'rtu',
      devices: on.map((unit) => ({ unit, sku: 'em1p', name: `Meter ${unit}` })),
    },
  ],
})

/** Five meters on one RS-485 line behind a link, polled every five seconds and watched. */
export const diagnosedLine = ({ masterBaud = baud, timeoutMs = 1000 } = {}) => {
  const clock = new VirtualClock()
  const now = (): Date => new Date(startMs + clock.now())
  const plant = new Plant(plantOf('line', units), { clock, startMs })
  const line = new SerialLine({ clock, baud })
  serveLine(plant, plant.site('line'), line, { baud })
  const diagnosis = new Diagnosis({ clock, now, newBoot: () => 'boot' })
  const dial = async (): Promise<{ stream: ByteStream; address: string }> => ({
    stream: line.attach({ baud: masterBaud }),
    address: '192.0.2.7',
  })
  const dialer = { dial } as unknown as Dialer
  const field = new Field({ clock, now, random: () => 0.5, dialer, observer: diagnosis })
  const input = (id: number, address: number) => ({ ...param(id, address), kind: 'input' }) as const
  const devices = units.map((unit) =>
    device(unit, { periodSec: 5, params: [input(unit * 10, 0), input(unit * 10 + 1, 1)], readGroupSize: 1 }),
  )
  const only: FieldNet = net(devices, { protocol: 'rtu-over-tcp', timeoutMs })
  const poller = new Poller({
    clock,
    now,
    directory: { nets: () => [only], watch: () => () => {} },
    field,
    recorder: { record: () => {} },
    log: { error: (details) => assert.fail(JSON.stringify(details)) },
  })
  field.apply(only)
  field.start()
  poller.start()
  /** Another unit with the number of one that is there already. */
  const addDouble = (unit: number, answerMs?: number): void => {
    const other = new Plant(plantOf('double', [unit]), { clock, startMs })
    if (answerMs !== undefined) other.faults.set(`double/${unit}`, 'slow', { ms: answerMs })
    serveLine(other, other.site('double'), line, { baud })
  }
  const shown = () => {
    const nowMs = now().getTime()
    const day = diagnosis.book.day(only.id, slotOf(nowMs))
    return shownDiagnosis({
      nowMs,
      startedMs: startMs,
      isConnected: field.link(only.id)?.status().isConnected ?? false,
      timeoutMs,
      depth: 1,
      devices: units.map((unit) => ({
        deviceId: unit,
        name: `Meter ${unit}`,
        modbusUnitId: unit,
        pausedOn: null,
        lastGoodReadOn: null,
      })),
      day,
      silences: new Map([...day.keys()].map((unit) => [unit, diagnosis.book.silence(only.id, unit)])),
    })
  }
  const stop = (): void => {
    poller.stop()
    field.stop()
  }
  return { clock, plant, line, diagnosis, field, netId: only.id, addDouble, shown, stop }
}
