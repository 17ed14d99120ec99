import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LiveFeed } from '@busbar/console/live'
import { freePort } from '@busbar/kit/testing'
import { Cluster, missingPrograms, type RunningNode } from './cluster.ts'
import { reachable } from './nats-server.ts'

const guide = new URL('../../../../docs/how-to/nodes.md', import.meta.url)
const reason =
  missingPrograms() ?? (spawnSync('nginx', ['-v']).error === undefined ? null : 'needs nginx (apt install nginx)')
const sites = 6
const periodSec = 1
const backMsMax = 10_000
const pollMs = 100

/** The guide's own example, but for names, addresses and certificates. */
const configOf = (folder: string, port: number, nodes: readonly string[]): string => {
  const [, example = ''] = /^nginx:\n\n```\n([^]*?)^stream \{/m.exec(readFileSync(guide, 'utf8')) ?? []
  assert.match(example, /listen 443 ssl/)
  const site = example
    .replace(
      /^upstream busbar \{.*?keepalive/,
      `upstream busbar { ${nodes.map((node) => `server ${node};`).join(' ')} keepalive`,
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  )
  return `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`
}

describe('live events of three nodes behind nginx', { skip: reason ?? false, timeout: 300_000 }, () => {
  const cluster = new Cluster({ flags: { 'trust-proxy': '127.0.0.1' } })
  const folder = mkdtempSync(join(tmpdir(), 'busbar-nodes-proxy-'))
  let url = ''
  let nginx: ChildProcess | undefined
  before(async () => {
    if (reason !== null) return
    await cluster.open(sites, periodSec)
    await cluster.add()
    await cluster.add()
    const port = await freePort()
    url = `http://127.0.0.1:${port}/api/v1/`
    chmodSync(folder, 0o755)
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      configOf(
        folder,
        port,
        cluster.nodes.map((node) => new URL(node.url).host),
      ),
    )
    nginx = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
    await reachable(port)
  })
  after(async () => {
    nginx?.kill('SIGTERM')
    await cluster.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  test('kill -9 of the node that serves the stream of a page: the stream continues on another node, which reports a reset', async (t) => {
    const events: string[] = []
    const feed = new LiveFeed<string>({
      open: async (lastEventId, signal) => {
        const headers = {
          'content-type': 'application/json',
          authorization: `token ${cluster.token}`,
          ...(lastEventId !== null && { 'last-event-id': lastEventId }),
        }
        return { ok: await fetch(`${url}org/${cluster.orgId}/live/`, { headers, signal }) }
      },
      after: (ms, act) => {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
      eventOf: ({ name }) => name,
      reset: 'reset',
      onBatch: (batch) => void events.push(...batch),
      onState: () => {},
      onReceived: () => {},
    })
    t.after(() => feed.stop())
    const hears = async (wanted: string): Promise<number> => {
      const beganMs = performance.now()
      events.length = 0
      while (!events.includes(wanted)) {
        assert.ok(performance.now() < beganMs + backMsMax, `heard only ${events.join()}`)
        await sleep(pollMs)
      }
      return performance.now() - beganMs
    }
    feed.start()
    const worst: number[] = []
    while (cluster.nodes.length > 1) {
      await hears('readings')
      const streaming = await streamingNode(cluster)
      await cluster.end(streaming, 'SIGKILL')
      worst.push(await hears('reset'))
      await hears('readings')
    }
    t.diagnostic(`begun anew at another node after ${worst.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
  })
})

/** The only one that has a listener; what nodes say of themselves is a second old. */
const streamingNode = async (cluster: Cluster): Promise<RunningNode> => {
  for (let tries = 0; tries < 50; tries += 1) {
    const living = await cluster.living()
    const found = living.find(({ streams }) => streams > 0)
    const node = cluster.nodes.find(({ name }) => name === found?.name)
    if (node !== undefined) return node
    await sleep(pollMs)
  }
  throw new Error('nobody has the stream')
}
