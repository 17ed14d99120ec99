import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { testFolder } from '../../testing/folder.ts'
import { helperRequest } from '../helper-requests.ts'
import { RootHelper } from '../root-helper.ts'
import { serveHelper } from './serve-helper.ts'

const setUp = async (t: TestContext) => {
  const path = join(testFolder(t), 'helper.sock')
  const clock = new VirtualClock(0)
  const done: object[] = []
  let idles = 0
  const server = serveHelper({
    requests: helperRequest,
    act: async (request) => {
      if (request.verb === 'release-revert') throw new Error('there is nothing on trial')
      done.push(request)
    },
    clock,
    log: { info: () => {}, warn: () => {} },
    onIdle: () => void (idles += 1),
  }).listen(path)
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    path,
    clock,
    done,
    idles: () => idles,
    helper: new RootHelper(path),
  }
}

test('the gateway and its helper understand each other', async (t) => {
  const { helper, done } = await setUp(t)
  await helper.ask({ verb: 'release-apply', file: 'BX000200.BBF' })
  await helper.ask({ verb: 'release-confirm' })
  assert.deepEqual(done, [{ verb: 'release-apply', file: 'BX000200.BBF' }, { verb: 'release-confirm' }])
  await assert.rejects(helper.ask({ verb: 'release-revert' }), /there is nothing on trial/)
})

for (const [what, line] of [
  ['another verb', '{"verb":"run","command":"id"}'],
  ['a path', '{"verb":"release-apply","file":"../../etc/BX.BBF"}'],
  ['a device', '{"verb":"card-mount","device":"/dev/sda1"}'],
  ['more than is known', '{"verb":"release-confirm","force":true}'],
  ['no JSON', 'release-confirm'],
] as const) {
  test(`${what} is refused in words, and nothing is done`, async (t) => {
    const { path, done } = await setUp(t)
    const socket = connect(path).setEncoding('utf8')
    socket.write(`${line}\n`)
    const [answer] = (await once(socket, 'data')) as [string]
    assert.ok('error' in (JSON.parse(answer) as object))
    assert.deepEqual(done, [])
  })
}

test('a line without end is cut off', async (t) => {
  const { path, done } = await setUp(t)
  const socket = connect(path)
  socket.on('error', () => {})
  socket.write('x'.repeat(5000))
  await once(socket, 'close')
  assert.deepEqual(done, [])
})

test('ends after half a minute without requests', async (t) => {
  const { helper, clock, idles } = await setUp(t)
  clock.advance(29_000)
  await helper.ask({ verb: 'release-confirm' })
  clock.advance(29_000)
  assert.equal(idles(), 0)
  clock.advance(1000)
  assert.equal(idles(), 1)
})
