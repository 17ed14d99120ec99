import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SeededRandom, seed } from './seeded-random.ts'
import { openFilesMax, startService } from './service.ts'

console.log(`BUSBAR_TEST_HOSTILE_SEED=${seed}`)

const sources = (count: number): string[] => Array.from({ length: count }, (_, i) => `127.1.${i >> 6}.${1 + (i & 63)}`)
const silentMsMax = 40_000
const memoryBytesMax = 600_000_000

describe('the service stays well', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let atRest = 0
  const ends: (() => unknown)[] = []
  before(async () => {
    service = await startService({ after: (end) => ends.push(end as () => unknown) })
    await service.isWell()
    atRest = await service.metric('process_open_fds')
  })
  after(async () => {
    await service.leave()
    for (const end of ends) await end()
  })

  /** Whatever was done to it, it lets go of every socket. */
  const restsAgain = async (): Promise<void> => {
    const deadline = Date.now() + silentMsMax
    for (;;) {
      const open = await service.metric('process_open_fds')
      if (open <= atRest + 8) return
      assert.ok(Date.now() < deadline, `${open} descriptors stayed open, ${atRest} were`)
      await sleep(500)
    }
  }

  test('while silent sockets come from everywhere, to every door', async () => {
    for (const source of sources(40)) {
      for (let i = 0; i < 20; i += 1) await service.come(i % 2 === 0 ? service.port : service.callBackPort, source)
      await service.isWell()
    }
    assert.ok((await service.metric('process_open_fds')) < openFilesMax)
    assert.match(service.output.join(''), /find no room/)
    await service.leave()
    await restsAgain()
  })

  test('while peers say a part, and neither read nor close', async () => {
    const chance = new SeededRandom(1)
    const parts = [
      'GET / HTTP/1.1\r\nHost: x\r\n',
      'nonsense\r\n\r\n',
      'POST /api/v1/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'POST /api/v1/login/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
    ]
    for (const source of sources(30)) {
      const socket = await service.come(service.port, source)
      socket?.pause()
      socket?.write(chance.of(parts))
      if (chance.below(2) === 0) socket?.end()
    }
    await service.isWell()
    // The clients stay: it is the service that ends this.
    await restsAgain()
    await service.leave()
  })

  test('while readers are slow, or do not read at all', async () => {
    const ask = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50)
    for (const source of sources(30)) {
      const socket = await service.come(service.port, source)
      socket?.pause()
      socket?.write(ask)
    }
    for (let i = 0; i < 5; i += 1) {
      await service.isWell()
      await sleep(200)
    }
    assert.ok((await service.metric('process_resident_memory_bytes')) < memoryBytesMax)
    await service.leave()
    await restsAgain()
  })

  test('while callers flood in under made-up MACs', async () => {
    const chance = new SeededRandom(2)
    for (const source of sources(25)) {
      for (let i = 0; i < 20; i += 1) {
        const socket = await service.come(service.callBackPort, source)
        const mac = chance.bytes(6)
        const words = Buffer.concat([...mac].map((byte) => Buffer.of(0, byte)))
        const announcement = Buffer.concat([Buffer.from('000000000019ff0316', 'hex'), Buffer.of(2, 8, 1, 3), words])
        const fullAnnouncement = Buffer.concat([announcement, Buffer.from('000105f5e100', 'hex')])
        socket?.write(chance.below(4) === 0 ? chance.bytes(1 + chance.below(64)) : fullAnnouncement)
      }
      await service.isWell()
    }
    assert.ok((await service.metric('process_open_fds')) < openFilesMax)
    await service.leave()
    await restsAgain()
  })

  test('however an address is spelled', async () => {
    const chance = new SeededRandom(3)
    const pieces = [
      '/',
      '//',
      '\\',
      '..',
      '%2e%2e',
      '%2F',
      '%00',
      '%',
      '%zz',
      ';',
      '?',
      '#',
      '@',
      ':',
      'api/v1',
      'org/1',
      'é',
    ]
    const hosts = ['x', '127.0.0.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '[::1]', 'a@b', 'x:99999', '', '..']
    for (let i = 0; i < 500; i += 1) {
      const path = Array.from({ length: 1 + chance.below(6) }, () => chance.of(pieces)).join('')
      const target = chance.below(8) === 0 ? `http://${chance.of(hosts)}/${path}` : `/${path}`
      const socket = await service.come(service.port, '127.0.0.1')
      const answers: Buffer[] = []
      socket?.on('data', (chunk: Buffer) => answers.push(chunk))
      const forged = `X-Forwarded-For: ${chance.of(hosts)}\r\nForwarded: for="${chance.of(hosts)}"\r\n`
      socket?.write(`GET ${target} HTTP/1.1\r\nHost: ${chance.of(hosts)}\r\n${forged}Connection: close\r\n\r\n`)
      await new Promise((resolve) => socket?.once('end', resolve).once('close', resolve))
      const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(answers).toString('latin1')) ?? []
      assert.match(status, /^(200|400|404)$/, target)
      socket?.destroy()
    }
    await service.isWell()
    assert.doesNotMatch(service.output.join(''), /request failed/)
  })
})
