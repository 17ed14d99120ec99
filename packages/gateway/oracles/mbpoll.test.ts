import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Plant, serveSerial } from '@busbar/simulator'
import { openEnd, openGateway, openLine } from './field.ts'

const program = 'mbpoll'
const skip = spawnSync(program, ['-h']).error !== undefined && 'mbpoll is missing (apt-get install mbpoll)'

/** Returns the output of mbpoll for values, writes and failures, line by line. */
const mbpoll = async (options: string, values = ''): Promise<string[]> => {
  const line = `-1 ${options} ${values}`.trim().split(/ +/)
  const run = promisify(execFile)(program, line, { timeout: 20_000 })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return `${stdout}${stderr}`.match(/^(?:\[\d+\]: |Written |(?:Read|Write) .* failed: ).*$/gm) ?? []
}

type Rows = [options: string, values: string, told: string[]][]
const timedOut = 'Read output (holding) register failed: Connection timed out'

for (const baudRate of [9600, 115_200]) {
  test(`mbpoll is the master of a gateway in slave mode (${baudRate} baud)`, { skip }, async (t) => {
    const { ours, theirs } = await openLine(t)
    await openGateway(t, ours, { ownSrv: { vUid: 17 }, serial: { hdxMode: 0, baudRate } })
    const rtu = `-m rtu -b ${baudRate} -P even -o 2`
    const rows: Rows = [
      ['-a 17 -t 4 -0 -r 0 -c 2', '', ['[0]: \t1', '[1]: \t100']],
      ['-a 17 -t 4 -0 -r 5000', '', ['Read output (holding) register failed: Illegal data address']],
      ['-a 17 -t 4 -0 -r 0 -o 0.5', '7', ['Write output (holding) register failed: Illegal data address']],
      ['-a 7 -t 4 -o 0.5', '', [timedOut]],
      ['-a 17 -t 4 -0 -r 0 -c 1', '', ['[0]: \t1']],
    ]
    for (const [options, values, expected] of rows)
      assert.deepEqual(await mbpoll(`${rtu} ${options} ${theirs}`, values), expected, options)
  })
}

test('mbpoll asks devices on the line through the gateway', { skip }, async (t) => {
  const pty = await openEnd(t)
  const devices = [3, 4].map((unit) => ({ unit, sku: 'thermo', name: `Oven ${unit}` }))
  const site = { id: 'line', name: 'Line', envelope: 'rtu' as const, devices }
  const plant = new Plant({ name: 'p', seed: 's', sites: [site] })
  for (const oven of plant.site('line').all()) oven.write('holding', 0, [300, 10, 360])
  serveSerial(plant, plant.site('line'), pty)
  const port = await openGateway(t, pty.path, { serial: { delayForRtuMs: 2000 } })
  const rows: Rows = [
    ['-a 3 -t 4 -c 3', '', ['[1]: \t300', '[2]: \t10', '[3]: \t360']],
    ['-a 4 -t 4:hex -c 2', '', ['[1]: \t0x012C', '[2]: \t0x000A']],
    ['-a 3 -t 4 -r 1', '250', ['Written 1 references.']],
    ['-a 4 -t 4 -r 1', '240 12', ['Written 2 references.']],
    ['-a 3:4 -t 4 -c 1', '', ['[1]: \t250', '[1]: \t240']],
    ['-a 3 -t 4 -r 40001', '', ['Read output (holding) register failed: Illegal data address']],
    ['-a 9 -t 4', '', ['Read output (holding) register failed: Target device failed to respond']],
    ['-a 255 -t 4 -0 -r 0 -c 2', '', ['[0]: \t1', '[1]: \t100']],
  ]
  for (const [options, values, expected] of rows)
    assert.deepEqual(await mbpoll(`-m tcp -p ${port} -o 10 ${options} 127.0.0.1`, values), expected, options)
})
