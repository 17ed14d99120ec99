import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicClock } from '@busbar/kit'
import { quietLog } from '../src/bus/testing/line.ts'
import { testCard } from '../src/storage/card/testing/card.ts'
import { BrokerChoice } from '../src/tasks/mqtt/broker-choice.ts'
import { readBroker } from '../src/tasks/mqtt/broker-settings.ts'
import { TaskBroker } from '../src/tasks/mqtt/task-broker.ts'
import { Tasks } from '../src/tasks/tasks.ts'
import { TestUnits } from '../src/tasks/testing/test-units.ts'

const isThere = (program: string): boolean => spawnSync(program, ['--help']).error === undefined
const skip = isThere('mosquitto') && isThere('mosquitto_sub') ? false : 'no mosquitto or no mosquitto_sub here'

describe('mosquitto', { skip }, () => {
  let folder = ''
  let port = 0
  let server: ChildProcess

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-gateway-mosquitto-'))
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    ;({ port } = free.address() as AddressInfo)
    free.close()
    const asRoot = process.getuid?.() === 0 ? 'user root\n' : ''
    writeFileSync(join(folder, 'm.conf'), `${asRoot}allow_anonymous true\nlistener ${port} 127.0.0.1\n`)
    server = spawn('mosquitto', ['-c', join(folder, 'm.conf')], { stdio: 'ignore' })
    for (let isUp = false; !isUp; await wait(25)) {
      const socket = connect(port, '127.0.0.1')
      isUp = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
    }
  })
  after(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  })

  /** Returns the message that the broker retains for a topic, read by another program; empty when there is none. */
  const retainedAt = (topic: string): string => {
    const args = ['-p', String(port), '-t', topic, '-C', '1', '-W', '1']
    return spawnSync('mosquitto_sub', args, { encoding: 'utf8' }).stdout.trim()
  }
  const until = async (topic: string, expected: string): Promise<void> => {
    for (let tries = 0; retainedAt(topic) !== expected; tries += 1) {
      assert.ok(tries < 20, `${topic} is ${retainedAt(topic)}, not ${expected}`)
      await wait(100)
    }
  }

  test('a task publishes its items to a broker and removes them', async (t) => {
    const { card, folder: cardFolder } = testCard(t)
    mkdirSync(join(cardFolder, 'TASKS'))
    const text = 'TASK 2 PERIOD 100\nDEF n U32 PUB\nDEF word STR[8] = "on" PUB\nIF n < 5 DO PUT n = n + 1\n'
    writeFileSync(join(cardFolder, 'TASKS', 'COUNT.TSK'), text)
    writeFileSync(join(folder, 'broker.json'), JSON.stringify({ url: `mqtt://127.0.0.1:${port}`, root: 'site/box' }))
    const read = readBroker(join(folder, 'broker.json'))
    assert.ok('ok' in read)
    const clock = monotonicClock
    const nowhere = { read: () => undefined, save: () => {}, remove: () => {} }
    const choice = new BrokerChoice({ folder: nowhere, fixed: read.ok })
    const broker = new TaskBroker({ choice, mac: 'AA:BB:CC:00:11:22', clock, random: () => 0, log: quietLog })
    const tasks = new Tasks({
      card,
      gate: new TestUnits(),
      settings: { format: null, storeIntervalDays: null, fileSizeLimitKb: 0 },
      clock,
      now: () => new Date(),
      localNow: () => new Date(),
      sun: () => ({ sunriseSec: null, sunsetSec: null }),
      sendSms: () => undefined,
      broker,
      log: quietLog,
    })
    broker.start()
    await tasks.start()
    await until('site/box/$state', 'online')
    await until('site/box/COUNT/n', '5')
    await until('site/box/COUNT/word', 'on')
    // Another place, while they run: all that is true goes there, and nothing of it stays behind.
    await broker.choose({ ...read.ok, root: 'site/other' })
    await until('site/other/COUNT/n', '5')
    await until('site/box/COUNT/n', '')
    await until('site/box/$state', 'offline')
    await tasks.stop()
    await broker.stop()
    await until('site/other/COUNT/n', '')
    await until('site/other/$state', 'offline')
  })
})
