import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { openPty } from './pty.ts'
import { openAdvice, openSerialPort } from './serial-port.ts'

test('reports what to do about a port that does not open', async () => {
  const rows: [path: string, charFormat: 0 | 2, says: RegExp][] = [
    ['/dev/ttyNoSuch', 0, /^\/dev\/ttyNoSuch: there is no such port; is the adapter plugged in\?/],
    ['/dev/null', 0, /^\/dev\/null: this is not a serial port/],
    ['/tmp', 0, /^\/tmp: this is not a serial port/],
    ['/dev/ttyS0', 2, /cannot send space parity/],
  ]
  for (const [path, charFormat, message] of rows)
    await assert.rejects(openSerialPort({ path, baud: 9600, charFormat }), { message })
})

test('turns errors of the system into advice', () => {
  const rows: [reason: string, says: string][] = [
    [
      'Error: Permission denied, cannot open p',
      'p: not allowed; add your user to the dialout group (sudo usermod -aG dialout $USER) and log in again',
    ],
    [
      'Error: Device or resource busy, cannot open p',
      'p: another program uses it; stop that program or choose another port',
    ],
    ['Error: something new', 'p: Error: something new'],
  ]
  for (const [reason, says] of rows) assert.equal(openAdvice('p', reason), says)
})

test('a port is open once, and free again when close is done', async () => {
  const pty = await openPty()
  const options = { path: pty.path, baud: 9600, charFormat: 0 } as const
  for (let round = 0; round < 3; round++) {
    const port = await openSerialPort(options)
    await assert.rejects(openSerialPort(options), /another program uses it/)
    const events: string[] = []
    port.on('close', () => events.push('close')).on('error', (error) => events.push(error.message))
    await Promise.all([port.close(), port.destroy().close()])
    assert.deepEqual(events, ['close'])
  }
  await pty.close()
})

test('a byte is heard though nothing else happens in the process', async () => {
  const pty = await openPty()
  const port = await openSerialPort({ path: pty.path, baud: 9600, charFormat: 4 })
  for (let count = 0; count < 50; count++) {
    const received = once(port, 'data')
    // Late enough that the port has found nothing to read and waits.
    setImmediate(() => setImmediate(() => pty.write(Uint8Array.of(count))))
    await received
  }
  await port.close()
  await pty.close()
})
