import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { answerFrom, MemoryBank, serve } from '@busbar/modbus'
import { openPty } from '@busbar/serial'

const program = 'mbpoll'
const skip = spawnSync(program, ['-h']).error !== undefined && 'mbpoll is missing (apt-get install mbpoll)'
const unit = 17

const pty = await openPty()
after(() => pty.close())
const bank = new MemoryBank({ size: 1000, identity: { 0: 'Busbar' } })
bank.coil.set([1, 0, 0, 1])
bank['discrete-input'].set([0, 1, 1, 0])
bank.input.set([7, 0x8000])
bank.holding.set([0x42f6, 0xe979, 0xffff, 0xfffe])
serve(pty, { envelope: 'rtu', handler: (of, pdu) => (of === unit ? answerFrom(bank, pdu) : undefined) })

/** Returns the lines that mbpoll prints about values, writes, failures and the ID of a server. */
const mbpoll = async (options: string, values = ''): Promise<string[]> => {
  const line = `-m rtu -b 115200 -P none -1 -o 0.5 ${options} ${pty.path} ${values}`.trim().split(/ +/)
  const run = promisify(execFile)(program, line, { timeout: 10_000 })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  const resultLines = /^(?:\[\d+\]: |Written |(?:Read|Write) .* failed: |(?:Length|Id|Status|Data) *: ).*$/gm
  return `${stdout}${stderr}`.match(resultLines) ?? []
}

/** The rows run one after another; written values remain. */
const rows: [options: string, values: string, printed: string[]][] = [
  ['-a 17 -t 0 -c 4', '', ['[1]: \t1', '[2]: \t0', '[3]: \t0', '[4]: \t1']],
  ['-a 17 -t 1 -c 4', '', ['[1]: \t0', '[2]: \t1', '[3]: \t1', '[4]: \t0']],
  ['-a 17 -t 3 -0 -r 0 -c 2', '', ['[0]: \t7', '[1]: \t32768 (-32768)']],
  ['-a 17 -t 4:hex -c 2', '', ['[1]: \t0x42F6', '[2]: \t0xE979']],
  ['-a 17 -t 4:float -B', '', ['[1]: \t123.456']],
  ['-a 17 -t 4:int -B -r 3', '', ['[3]: \t-2']],
  ['-a 17 -t 4 -r 10', '42', ['Written 1 references.']],
  ['-a 17 -t 4 -r 11', '1 2 3', ['Written 3 references.']],
  ['-a 17 -t 4 -r 10 -c 4', '', ['[10]: \t42', '[11]: \t1', '[12]: \t2', '[13]: \t3']],
  ['-a 17 -t 0 -r 10', '1', ['Written 1 references.']],
  ['-a 17 -t 0 -r 11', '1 0 1', ['Written 3 references.']],
  ['-a 17 -t 0 -r 10 -c 4', '', ['[10]: \t1', '[11]: \t1', '[12]: \t0', '[13]: \t1']],
  ['-a 17 -t 4 -r 1001', '', ['Read output (holding) register failed: Illegal data address']],
  ['-a 17 -t 4 -r 1001', '1', ['Write output (holding) register failed: Illegal data address']],
  ['-a 18 -t 4', '', ['Read output (holding) register failed: Connection timed out']],
  ['-a 17 -u', '', ['Length: 8', 'Id    : 0x01', 'Status: On', 'Data  : Busbar']],
]

test('mbpoll reads and writes our server over a serial line', { skip }, async () => {
  for (const [options, values, printed] of rows) assert.deepEqual(await mbpoll(options, values), printed, options)
})

test('mbpoll reads as much as a frame holds', { skip }, async () => {
  for (let i = 0; i < 125; i += 1) bank.input[i] = i * 200
  const printed = Array.from({ length: 125 }, (_, i) => `[${i + 1}]: \t${i * 200}`)
  assert.deepEqual(await mbpoll('-a 17 -t 3 -c 125'), printed)
})
