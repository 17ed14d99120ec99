import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptionPdu } from '@busbar/modbus'
import type { UnitGate } from '../../bus/gate/requester.ts'
import { type Bench, bench } from '../../bus/testing/line.ts'
import { taskOf } from './testing/program.ts'

/** The gate as it is to a task whose units are all on the line. */
const gateOf = ({ bus }: Bench): UnitGate => ({
  async ask({ name: by, signal }, unit, pdu) {
    const answer = await bus.transact({ by, unit, pdu, signal })
    return 'ok' in answer ? answer.ok : exceptionPdu(pdu[0] ?? 0, answer.err === 'closed' ? 10 : 11)
  },
})

for (const fault of ['dead', 'late', 'bad-crc', 'exception', 'wrong-unit', 'noise'] as const) {
  test(`on a line, a unit that is ${fault} when it is written gets one frame for each edge`, async () => {
    const on = await bench()
    const port = on.port()
    const write = port.write.bind(port)
    const sent: string[] = []
    port.write = (bytes) => {
      if (bytes[1] === 6) sent.push(`${bytes[0]}=${((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0)}`)
      return write(bytes)
    }
    const messages: string[] = []
    const text = [
      'DEF in U16 AT 1:H 1',
      'DEF out U16 AT 2:H 0',
      'DEF n U16 AT 3:H 0',
      'IF ERR(out) <> 0 DO SMS 1 STR(ERR(out))',
      'IF RISE(in > 10) DO CALL edge',
      'DO RETURN',
      'edge: PUT out = out + 1',
      'PUT n = n + 1',
      'DO RETURN',
    ].join('\n')
    const gate = gateOf(on)
    const faulty: UnitGate = {
      async ask(requester, unit, pdu) {
        const isFaulty = unit === 2 && pdu[0] === 6
        if (isFaulty) on.plant.faults.set('line/2', fault)
        const answer = await gate.ask(requester, unit, pdu)
        if (isFaulty) on.plant.faults.clear('line/2')
        return answer
      },
    }
    const task = taskOf(text, on.clock, faulty, { sendSms: (message) => void messages.push(message.text) })
    const [input] = on.plant.site('line').all()
    task.start()
    for (const hysteresis of [10, 11, 10, 12, 13]) {
      input?.write('holding', 1, [hysteresis])
      await on.clock.advanceAsync(8000)
      assert.equal(task.status().lastErrorCode, null, 'it comes back')
    }
    await task.stop()
    await on.bus.stop()
    const [first = '', , second = ''] = sent
    assert.deepEqual(sent, [first, '3=301', second, '3=302'])
    // The next read shows whether the write took effect.
    assert.equal(first, '2=301')
    assert.match(second, /^2=30[12]$/)
    const expectedMessages = { exception: ['4', '4'], noise: [] as string[] }
    assert.deepEqual(
      messages,
      fault in expectedMessages ? expectedMessages[fault as keyof typeof expectedMessages] : ['11', '11'],
    )
  })
}

test('on a line with devices: reads, decides, writes, and reports units that do not respond', async () => {
  const on = await bench()
  const gate = gateOf(on)
  // Set-point and hysteresis of an oven are 300 and 10.
  const text = [
    'DEF set U16 AT 1:H 0',
    'DEF hys U16 AT 1:H 1',
    'DEF next U16 AT 2:H 0',
    'PUT set = set + hys',
    'PUT next = set',
  ].join('\n')
  const task = taskOf(text, on.clock, gate)
  task.start()
  await on.clock.advanceAsync(1200)
  assert.equal(task.status().lastErrorCode, null)
  const setPoint = async (unit: number): Promise<number[]> => {
    const answer = await on.ask({ unit, pdu: Uint8Array.of(3, 0, 0, 0, 1) })
    return 'ok' in answer ? Array.from(answer.ok.subarray(2)) : []
  }
  assert.deepEqual(
    [await setPoint(1), await setPoint(2)],
    [
      [330 >> 8, 330 & 0xff],
      [330 >> 8, 330 & 0xff],
    ],
  )
  on.plant.faults.set('line/2', 'dead')
  await on.clock.advanceAsync(3000)
  assert.equal(task.status().lastErrorCode, 'EXC_PARAM_TARGET_FAILED')
  await task.stop()
  await on.bus.stop()
})
