import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDevice, pollOf } from '../src/history/testing/polls.ts'
import type { TestApi } from '../src/testing/api.ts'
import { shareApi } from '../src/testing/shared-api.ts'

const example = (name: string): string =>
  readFileSync(new URL(`../../../docs/examples/proxies/${name}`, import.meta.url), 'utf8')

/** The examples as they are, but for names, ports and certificates. */
const proxies = {
  nginx: (folder: string, port: number, service: string) => {
    const site = example('nginx.conf')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*$/gm, '')
      .replace('127.0.0.1:8080', service)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    )
    const http = `http { access_log off; ${temporary.join(' ')} ${site} }`
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; error_log stderr; events {} ${http}`)
    return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  },
  caddy: (folder: string, port: number, service: string) => {
    const site = example('Caddyfile')
      .replace(/^busbar\.example\.org /m, `http://127.0.0.1:${port} `)
      .replace('127.0.0.1:8080', service)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`)
    return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

for (const [name, prepare] of Object.entries(proxies)) {
  const skip = spawnSync(name, ['version', '-v']).error === undefined ? false : `no ${name} here`
  describe(`behind ${name}`, { skip }, () => {
    let api: TestApi
    let folder = ''
    let port = 0
    let proxy: ChildProcess
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), `busbar-${name}-`))
      chmodSync(folder, 0o755)
      const free = createServer().listen(0, '127.0.0.1')
      await once(free, 'listening')
      ;({ port } = free.address() as AddressInfo)
      free.close()
    })
    shareApi(
      (started) => {
        api = started
        const [program = '', ...args] = prepare(folder, port, new URL(api.url).host)
        proxy = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
      },
      { trusted: ['127.0.0.1'] },
    )
    after(async () => {
      proxy.kill('SIGTERM')
      await once(proxy, 'exit')
      rmSync(folder, { recursive: true })
    })

    /** As a client of another address than the proxy's, which is the service's machine. */
    const ask = async (method: string, path: string, body?: string, headers = {}): Promise<IncomingMessage> => {
      for (let tries = 0; ; tries += 1) {
        const asked = request({
          host: '127.0.0.1',
          port,
          localAddress: '127.0.0.2',
          method,
          path: `/api/v1${path}`,
          agent: false,
          headers: { 'content-type': 'application/json', authorization: `token ${api.tokens.owner}`, ...headers },
        })
        asked.end(body)
        try {
          const [response] = (await once(asked, 'response')) as [IncomingMessage]
          return response
        } catch (error) {
          if (tries >= 50) throw error
          await wait(100)
        }
      }
    }

    test('a client is known by its own address, whatever it says', async () => {
      const headers = { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=7.7.7.7', 'x-forwarded-proto': 'gopher' }
      const body = JSON.stringify({ name: 'k', role: 'viewer' })
      const answer = await ask('POST', `/org/${api.orgId}/api-keys/create/`, body, headers)
      answer.resume()
      assert.equal(answer.statusCode, 200)
      const [record] = await api.service.db.sql<{ from: string }[]>`
        select from_address as "from" from audit where org_id = ${api.orgId} order by id desc limit 1`
      assert.equal(record?.from, '127.0.0.2')
    })

    test('events come one by one, as they happen', async () => {
      const device = await makeDevice(api, api.orgId, name, [{ valueType: 'u16' }])
      const answer = await ask('GET', `/org/${api.orgId}/live/`)
      assert.equal(answer.statusCode, 200)
      answer.setEncoding('utf8')
      const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<string>
      let heard = ''
      for (const value of [40_011, 40_012, 40_013]) {
        const at = api.service.now().getTime()
        api.service.live.publishReadings([pollOf(device, device.params, at, { [device.params[0]?.id ?? 0]: value })])
        while (!heard.includes(String(value))) {
          const { value: piece, done } = await pieces.next()
          assert.ok(done !== true, heard)
          heard += piece
        }
        assert.ok(!heard.includes(String(value + 1)), 'before the next is told')
      }
      answer.destroy()
    })
  })
}
