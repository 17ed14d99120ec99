import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { startApi } from '../../testing/api.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'
const key = '-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----\n'
const url = 'mqtts://broker.example.org'

for (const variant of ['A', 'B'] as const) {
  describe(`${variant}: the broker of tasks`, () => {
    test('is described, shown without its secrets, kept for its owner alone, and forgotten', async (t) => {
      const api = await startApi(t, variant)
      const seen = async () => (await api.call('user', 'GET', '/api/mqtt/')).body
      assert.deepEqual(await seen(), { isFixed: false, broker: null, state: null })
      const wish = { url, user: 'box', password: 'sesame', clientCert: certificate, clientKey: key, qos: 0 }
      assert.equal((await api.call('admin', 'POST', '/api/mqtt/set/', wish)).status, 200)
      assert.deepEqual(await seen(), {
        isFixed: false,
        broker: {
          url,
          version: 5,
          user: 'box',
          hasPassword: true,
          ca: null,
          clientCert: certificate,
          hasClientKey: true,
          root: null,
          qos: 0,
          retain: true,
        },
        state: null,
      })
      const file = join(dirname(api.cardFolder), 'mqtt.json')
      assert.equal(statSync(file).mode & 0o777, 0o600)
      // Omitted fields keep their values.
      const again = { url, user: 'box-2', clientCert: certificate }
      assert.equal((await api.call('admin', 'POST', '/api/mqtt/set/', again)).status, 200)
      assert.partialDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')), {
        user: 'box-2',
        password: 'sesame',
        clientKey: key,
      })
      assert.equal((await api.call('admin', 'POST', '/api/mqtt/remove/', {})).status, 200)
      assert.deepEqual(await seen(), { isFixed: false, broker: null, state: null })
      assert.throws(() => statSync(file), /ENOENT/)
    })

    test('a box that becomes as new forgets it', async (t) => {
      const api = await startApi(t, variant)
      await api.call('admin', 'POST', '/api/mqtt/set/', { url, password: 'sesame' })
      assert.equal((await api.call('admin', 'POST', '/api/cmd/settings/reset/', {})).status, 200)
      assert.partialDeepStrictEqual((await api.call('admin', 'GET', '/api/mqtt/')).body, { broker: null })
    })
  })
}

const refused: [wish: object, says: RegExp][] = [
  [{ url: 'http://a' }, /^body\.url: must be like mqtts/],
  [{ url: 'x' }, /^body\.url: must be like mqtts/],
  [{ url: 'mqtt://user:x@a' }, /^body\.url: must have a host and a port alone/],
  [{ url, root: 'a/#' }, /^body\.root: must be a topic/],
  [{ url, clientKey: key }, /^body\.clientKey: and clientCert go together/],
  [{ url, version: 3 }, /^body\.version/],
  [{ url, pasword: 'x' }, /pasword/],
  // A secret is not sent to another address because it was left out.
  [{ url: 'mqtts://elsewhere.example.org' }, /^body\.password: must be given anew for another address/],
]
for (const [wish, says] of refused) {
  test(`refused: ${JSON.stringify(wish)}`, async (t) => {
    const api = await startApi(t, 'B')
    await api.call('admin', 'POST', '/api/mqtt/set/', { url, password: 'sesame' })
    const { status, body } = await api.call('admin', 'POST', '/api/mqtt/set/', wish)
    assert.equal(status, 400)
    assert.match((body as { message: string }).message, says)
    assert.partialDeepStrictEqual((await api.call('admin', 'GET', '/api/mqtt/')).body, {
      broker: { url, hasPassword: true },
    })
  })
}

test('a disk that takes nothing: told, and the broker is as before', async (t) => {
  const api = await startApi(t, 'B')
  api.disk.fault = 'ENOSPC'
  const { status, body } = await api.call('admin', 'POST', '/api/mqtt/set/', { url })
  assert.deepEqual([status, (body as { error: string }).error], [503, 'ERROR_DISK'])
  assert.partialDeepStrictEqual((await api.call('admin', 'GET', '/api/mqtt/')).body, { broker: null })
})
