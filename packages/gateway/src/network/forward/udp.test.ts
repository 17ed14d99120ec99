import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freePort, until } from '@busbar/kit/testing'
import { host, setUpForwarding, startUdp } from './testing/forwarding.ts'

const echo = (socket: Socket, bytes: Buffer, port: number): void => socket.send(`${bytes.toString()} back`, port, host)

const client = async (t: TestContext, port: number) => {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  socket.connect(port, host)
  await once(socket, 'connect')
  const ask = async (text: string): Promise<string> => {
    const answer = once(socket, 'message')
    socket.send(text)
    return String((await answer)[0])
  }
  return { socket, ask }
}

test('forwards datagrams and returns the responses to their clients', async (t) => {
  const ports = new Set<number>()
  const { port: serverPort } = await startUdp(t, (socket, bytes, port) => {
    ports.add(port)
    echo(socket, bytes, port)
  })
  const listenPort = await freePort()
  const { forwarding } = await setUpForwarding(t, [{ listenPort, isUdp: true, serverAddr: host, serverPort }])
  const [one, two] = [await client(t, listenPort), await client(t, listenPort)]
  assert.deepEqual(await Promise.all([one.ask('one'), two.ask('two')]), ['one back', 'two back'])
  assert.equal(await one.ask('again'), 'again back')
  assert.deepEqual([ports.size, forwarding.status()[0]?.clients], [2, 2])
})

test('accepts responses only from the server', async (t) => {
  const sourcePorts: number[] = []
  const { port: serverPort, socket: server } = await startUdp(t, (_socket, _bytes, port) => sourcePorts.push(port))
  const { socket: stranger } = await startUdp(t, () => {})
  const listenPort = await freePort()
  await setUpForwarding(t, [{ listenPort, isUdp: true, serverAddr: host, serverPort }])
  const { socket } = await client(t, listenPort)
  const answer = once(socket, 'message')
  socket.send('?')
  await until(() => sourcePorts.length === 1)
  await new Promise((resolve) => stranger.send('false', sourcePorts[0] ?? 0, host, resolve))
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  server.send('true', sourcePorts[0] ?? 0, host)
  assert.equal(String((await answer)[0]), 'true')
})

test('ignores datagrams from port 0, which cannot be answered', async (t) => {
  const { port: serverPort } = await startUdp(t, echo)
  const opened: Socket[] = []
  const openUdp = (type: 'udp4' | 'udp6'): Socket => {
    const socket = createSocket(type)
    opened.push(socket)
    return socket
  }
  const listenPort = await freePort()
  const row = { listenPort, isUdp: true, serverAddr: host, serverPort }
  const { forwarding } = await setUpForwarding(t, [row], { openUdp })
  opened[0]?.emit('message', Buffer.from('?'), { address: host, family: 'IPv4', port: 0, size: 1 })
  assert.equal(forwarding.status()[0]?.clients, 0)
  assert.equal(await (await client(t, listenPort)).ask('!'), '! back')
})

describe('bounds', () => {
  test('a minute without a datagram ends it', async (t) => {
    const { port: serverPort } = await startUdp(t, echo)
    const listenPort = await freePort()
    const { forwarding, clock } = await setUpForwarding(t, [{ listenPort, isUdp: true, serverAddr: host, serverPort }])
    const { ask } = await client(t, listenPort)
    await ask('a')
    clock.advance(40_000)
    await ask('b')
    clock.advance(59_999)
    assert.equal(forwarding.status()[0]?.clients, 1)
    clock.advance(1)
    assert.equal(forwarding.status()[0]?.clients, 0)
    assert.equal(await ask('c'), 'c back')
  })

  test('128 clients; one more takes the place of the one that was silent longest', async (t) => {
    const ports: number[] = []
    const { port: serverPort } = await startUdp(t, (socket, bytes, port) => {
      ports.push(port)
      echo(socket, bytes, port)
    })
    const listenPort = await freePort()
    const { forwarding } = await setUpForwarding(t, [{ listenPort, isUdp: true, serverAddr: host, serverPort }])
    const first = await client(t, listenPort)
    const second = await client(t, listenPort)
    await first.ask('first')
    await second.ask('second')
    for (let i = 2; i < 128; i += 1) await (await client(t, listenPort)).ask('more')
    await first.ask('first')
    await (await client(t, listenPort)).ask('too many')
    assert.equal(forwarding.status()[0]?.clients, 128)
    await first.ask('first')
    await second.ask('second')
    // The first kept its socket towards the server, the second has another.
    const [a, b] = [ports.at(-2), ports.at(-1)]
    assert.deepEqual([a === ports[0], b === ports[1]], [true, false])
  })

  test('before the server is found eight wait, and the rest are lost', async (t) => {
    const datagrams: string[] = []
    const { port: serverPort } = await startUdp(t, (_socket, bytes) => datagrams.push(String(bytes)))
    const found = Promise.withResolvers<{ address: string }[]>()
    const listenPort = await freePort()
    const { forwarding } = await setUpForwarding(
      t,
      [{ listenPort, isUdp: true, serverAddr: 'there.example', serverPort }],
      { lookup: () => found.promise },
    )
    const { socket } = await client(t, listenPort)
    for (let i = 0; i < 12; i += 1) await new Promise((resolve) => socket.send(String(i), resolve))
    await until(() => forwarding.status()[0]?.clients === 1)
    for (let turns = 0; turns < 20; turns += 1) await setImmediate()
    found.resolve([{ address: host }])
    await until(() => datagrams.length === 8)
    await new Promise((resolve) => socket.send('last', resolve))
    await until(() => datagrams.length === 9)
    assert.deepEqual(datagrams, ['0', '1', '2', '3', '4', '5', '6', '7', 'last'])
  })
})

test('reports a server that is down and uses the next', async (t) => {
  const { port: there } = await startUdp(t, echo)
  const gone = await freePort()
  const listenPort = await freePort()
  const { logLines, forwarding } = await setUpForwarding(
    t,
    [{ listenPort, isUdp: true, serverAddr: '', serverPort: 1 }],
    {
      dnsServers: () => [`${host}:${gone}`, `${host}:${there}`],
    },
  )
  const { ask, socket } = await client(t, listenPort)
  socket.send('?')
  await until(() => logLines.length === 1 && forwarding.status()[0]?.clients === 0)
  assert.deepEqual(logLines, ['forwarding target unreachable'])
  assert.equal(await ask('again'), 'again back')
})

test('skips a silent server once, not for each of its clients', async (t) => {
  const datagrams: string[] = []
  const { port: silent } = await startUdp(t, (_socket, bytes) => datagrams.push(`silent ${String(bytes)}`))
  const { port: there } = await startUdp(t, (_socket, bytes) => datagrams.push(`there ${String(bytes)}`))
  const listenPort = await freePort()
  const row = { listenPort, isUdp: true, serverAddr: '', serverPort: 1 }
  const dnsServers = (): string[] => [`${host}:${silent}`, `${host}:${there}`]
  const { clock, forwarding } = await setUpForwarding(t, [row], { dnsServers })
  const [one, two] = [await client(t, listenPort), await client(t, listenPort)]
  one.socket.send('1')
  two.socket.send('1')
  await until(() => datagrams.length === 2)
  clock.advance(60_000)
  assert.equal(forwarding.status()[0]?.clients, 0)
  one.socket.send('2')
  await until(() => datagrams.length === 3)
  assert.deepEqual(datagrams, ['silent 1', 'silent 1', 'there 2'])
})

test('reports that no server is available', async (t) => {
  const listenPort = await freePort()
  const row = { listenPort, isUdp: true, serverAddr: '', serverPort: 1 }
  const { logLines, forwarding } = await setUpForwarding(t, [row])
  const { socket } = await client(t, listenPort)
  socket.send('?')
  await until(() => logLines.length === 1)
  await until(() => forwarding.status()[0]?.clients === 0)
})

test('datagrams are not led round: to itself or to another row', async (t) => {
  const [one, two] = [await freePort(), await freePort()]
  const rows = [
    { listenPort: one, isUdp: true, serverAddr: host, serverPort: two },
    { listenPort: two, isUdp: true, serverAddr: 'self.example', serverPort: one },
  ]
  const { forwarding, logLines } = await setUpForwarding(t, rows, { names: { 'self.example': [host] } })
  assert.deepEqual(
    forwarding.status().map(({ isOpen }) => isOpen),
    [false, true],
  )
  const { socket } = await client(t, two)
  socket.send('?')
  await until(() => logLines.length === 2)
  await until(() => forwarding.status()[1]?.clients === 0)
})
