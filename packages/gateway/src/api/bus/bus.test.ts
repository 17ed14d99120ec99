import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi, type TestApi } from '../../testing/api.ts'

const read = Uint8Array.of(3, 0, 0, 0, 1)

const seen = ({ bus, clock }: TestApi, unit: number, answer: Uint8Array | undefined): void => {
  const error = answer === undefined ? ('timeout' as const) : undefined
  const exchange = { by: 'call-back', unit, request: read, answer, error, noise: 0, sentMs: clock.now(), tookMs: 38.04 }
  bus.exchanges.add(exchange)
  bus.day.add(exchange)
}

/** The first events of the stream, and how it ends. */
const listen = async ({ url, tokens }: TestApi, query = '') => {
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${tokens.user}` }
  const response = await fetch(`${url}/api/bus/live/${query}`, { headers, signal: gone.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (part: string): Promise<string> => {
    while (!text.includes(part)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`it ended after ${text}`)
      text += value
    }
    return text
  }
  const ended = async (): Promise<void> => {
    while (!(await reader?.read())?.done);
  }
  return { response, until, ended, close: () => gone.abort() }
}

describe('the bus', () => {
  test('is shown as it is', async (t) => {
    const api = await startApi(t, 'B')
    seen(api, 7, Uint8Array.of(3, 2, 0, 42))
    const { status, body } = await api.call('user', 'GET', '/api/bus/')
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, {
      isOpen: false,
      mode: 'master',
      line: { baudRate: 9600, charFormat: 0, frameMode: 0 },
      timeoutMs: 500,
      load: [],
      sources: [{ from: 'cloud', requests: 1, failed: 0, busySec: 0 }],
    })
  })

  test('is heard: what was, as much as is wanted, and then what comes', async (t) => {
    const api = await startApi(t, 'B')
    for (const unit of [1, 2, 3]) seen(api, unit, Uint8Array.of(3, 2, 0, unit))
    const { response, until, close } = await listen(api, '?last=1')
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    const first = await until('id: 3\n')
    assert.doesNotMatch(first, /id: 2\n/)
    seen(api, 9, undefined)
    const text = await until('id: 4\n')
    const [, data = ''] = /id: 4\ndata: (.*)\n/.exec(text) ?? []
    assert.deepEqual(JSON.parse(data), {
      on: '2026-11-15T00:00:00.000Z',
      from: 'cloud',
      by: 'call-back',
      uid: 9,
      req: '0300000001',
      resp: null,
      error: 'timeout',
      noise: 0,
      ms: 38,
    })
    close()
  })

  test('is heard no longer than the session lives, and by eight at most', async (t) => {
    const api = await startApi(t, 'B')
    const all = await Promise.all(Array.from({ length: 8 }, () => listen(api)))
    const { status, body } = await api.call('user', 'GET', '/api/bus/live/')
    assert.deepEqual([status, (body as { error: string }).error], [503, 'ERROR_BUSY'])
    api.service.sessions.endAll()
    await Promise.all(all.map(({ ended }) => ended()))
  })
})

describe('units', () => {
  test('have names and a strip of their day', async (t) => {
    const api = await startApi(t, 'A')
    seen(api, 12, Uint8Array.of(3, 2, 0, 42))
    seen(api, 12, undefined)
    const named = await api.call('admin', 'POST', '/api/units/name/', { uid: 31, name: ' Roof ' })
    assert.equal(named.status, 200)
    const { body } = await api.call('admin', 'GET', '/api/units/')
    const { cellSec, units } = body as { cellSec: number; units: { strip: unknown[] }[] }
    assert.equal(cellSec, 900)
    assert.partialDeepStrictEqual(units, [
      { uid: 12, name: null, ms: 38, failedInRow: 1, answeredOn: '2026-11-15T00:00:00.038Z' },
      { uid: 31, name: 'Roof', ms: null, failedInRow: 0, answeredOn: null, strip: [] },
    ])
    assert.deepEqual(units[0]?.strip.at(-1), [1, 1, 0, 0])
    await api.call('admin', 'POST', '/api/units/name/', { uid: 31, name: '' })
    const left = (await api.call('admin', 'GET', '/api/units/')).body as { units: { uid: number }[] }
    assert.deepEqual(
      left.units.map(({ uid }) => uid),
      [12],
    )
  })

  test('report their identity on request', async (t) => {
    const api = await startApi(t, 'B')
    const asked: unknown[] = []
    api.world.gate = {
      ask: async ({ usesStandardCodes }, unit, pdu) => {
        asked.push([usesStandardCodes, unit, pdu[0]])
        return pdu[0] === 43 ? Uint8Array.of(43, 14, 1, 1, 0, 0, 1, 0, 2, 0x4f, 0x6b) : Uint8Array.of(0x83, 2)
      },
    }
    const { status, body } = await api.call('admin', 'POST', '/api/units/identify/', { uid: 12 })
    assert.equal(status, 200)
    assert.deepEqual(body, { outcome: 'read', objects: [{ id: 0, text: 'Ok' }], sunSpec: null })
    assert.deepEqual(asked, [[true, 12, 43], ...Array.from({ length: 3 }, () => [true, 12, 3])])
  })

  test('a name that cannot be kept is refused', async (t) => {
    const api = await startApi(t, 'B')
    api.disk.fault = 'ENOSPC'
    const { status, body } = await api.call('admin', 'POST', '/api/units/name/', { uid: 1, name: 'Pump' })
    assert.deepEqual([status, (body as { error: string }).error], [503, 'ERROR_DISK'])
  })
})

describe('users', () => {
  test('the password of admin counts at once, and only who has set it stays', async (t) => {
    const api = await startApi(t, 'B')
    const other = api.service.sessions.open('admin', 2, '127.0.0.1')
    assert.partialDeepStrictEqual((await api.call('user', 'GET', '/api/users/')).body, {
      level: 1,
      hasUser: true,
      isNew: true,
      isPasswordOwn: false,
    })
    assert.equal((await api.call('admin', 'POST', '/api/settings/saved/set/', { timeGmt: 4 })).status, 200)
    assert.partialDeepStrictEqual((await api.call('admin', 'GET', '/api/users/')).body, {
      isNew: false,
      isPasswordOwn: false,
    })
    const set = await api.call('admin', 'POST', '/api/users/password/', { username: 'admin', password: 'pump-7!' })
    assert.deepEqual([set.status, set.body], [200, {}])
    assert.equal(api.settings.active.protect.passwordAdmin, 'pump-7!')
    assert.equal(api.settings.saved.protect.passwordAdmin, 'pump-7!')
    assert.equal(api.service.sessions.use(other), undefined)
    assert.partialDeepStrictEqual((await api.call('admin', 'GET', '/api/users/')).body, {
      level: 2,
      isPasswordOwn: true,
    })
  })

  test('the first run is open until a password is set, and reports the boot file without a login', async (t) => {
    const api = await startApi(t, 'B')
    const readState = async () => (await api.call(null, 'GET', '/api/first-run/')).body
    assert.deepEqual(await readState(), { isOpen: true, problems: [] })
    api.bootFile.problems = [{ line: 2, problem: 'code' }]
    await api.call('admin', 'POST', '/api/users/password/', { username: 'admin', password: 'pump-7!' })
    assert.deepEqual(await readState(), { isOpen: false, problems: [{ line: 2, problem: 'code' }] })
  })

  test('user is given and taken away', async (t) => {
    const api = await startApi(t, 'A')
    const set = (password: string | null) =>
      api.call('admin', 'POST', '/api/users/password/', { username: 'user', password })
    assert.equal((await set(null)).status, 200)
    assert.equal((await api.call('user', 'GET', '/api/users/')).status, 401)
    assert.equal((await set('viewer-2')).status, 200)
    assert.equal(api.service.user.get(), 'viewer-2')
  })

  for (const [username, password] of [
    ['admin', null],
    ['admin', 'longer-than-ten'],
    ['user', 'tiny'],
  ] as const) {
    test(`${username} with ${password} is refused`, async (t) => {
      const api = await startApi(t, 'B')
      const { status } = await api.call('admin', 'POST', '/api/users/password/', { username, password })
      assert.equal(status, 400)
    })
  }
})

test('the serial port is chosen from those that there are, and kept', async (t) => {
  const { call } = await startApi(t, 'B')
  const choose = (path: string) => call('admin', 'POST', '/api/serial/port/', { path })
  assert.equal((await choose('/etc/passwd')).status, 400)
  assert.equal((await choose('/dev/ttyUSB0')).status, 200)
  const { body } = await call('user', 'GET', '/api/serial/ports/')
  assert.partialDeepStrictEqual(body, { chosen: '/dev/ttyUSB0', isFixed: false })
})

test('a task is judged by the compiler', async (t) => {
  const { call } = await startApi(t, 'B')
  const check = async (text: string) => (await call('user', 'POST', '/api/tasks/check/', { text })).body
  assert.partialDeepStrictEqual(await check('TASK 1 PERIOD 500\nDO RETURN\n'), {
    problem: null,
    periodMs: 500,
    isLogged: false,
  })
  assert.partialDeepStrictEqual(await check('TASK 1 PERIOD 500\nDEF v U16 AT 1:H 0 LOG\nDO RETURN\n'), {
    isLogged: true,
  })
  assert.partialDeepStrictEqual(await check('TASK 1 PERIOD 500\nPUT x = 1\n'), {
    problem: { line: 2, code: 'ERROR_ITEM_UNDECLARED' },
    writes: null,
    periodMs: null,
    heapBytes: null,
    isLogged: null,
  })
})

test('returns log lines after the last one that the client has read', async (t) => {
  const { call } = await startApi(t, 'B')
  const { body } = await call('admin', 'GET', '/api/log/')
  const { lines } = body as { lines: { number: number; text: string }[] }
  assert.deepEqual(
    lines.map(({ number, text }) => [number, text]),
    [[1, 'started {"version":"0.1.0"}']],
  )
  assert.deepEqual((await call('admin', 'GET', '/api/log/?after=1')).body, { lines: [] })
})

for (const variant of ['A', 'B'] as const) {
  test(`${variant}: settings are described with their limits, for who may read them`, async (t) => {
    const { call } = await startApi(t, variant)
    type DescribedSetting = { key: string; applies: string; secrets: string[]; schema: { properties?: object } }
    const ask = async (as: 'admin' | 'user') =>
      ((await call(as, 'GET', '/api/settings/schema/')).body as { settings: DescribedSetting[] }).settings
    const [all, some] = [await ask('admin'), await ask('user')]
    const serial = all.find(({ key }) => key === 'serial') ?? assert.fail()
    assert.equal(serial.applies, variant === 'A' ? 'restart' : 'now')
    assert.partialDeepStrictEqual(serial.schema.properties, { baudRate: { minimum: 75, maximum: 230_400 } })
    assert.equal(
      some.some(({ key }) => key === 'serial'),
      variant === 'B',
    )
    const gsm = all.find(({ key }) => key === 'gsm') ?? assert.fail()
    assert.deepEqual(gsm.secrets, ['pinCode', 'apnPassword'])
    assert.equal(Object.hasOwn(gsm.schema.properties ?? {}, 'enable'), variant === 'B')
  })
}
