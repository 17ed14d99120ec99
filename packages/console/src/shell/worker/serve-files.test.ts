import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { serveFiles } from './serve-files.ts'
import type { WorkerScope } from './worker-scope.ts'

const origin = 'https://busbar.example.org'
const pathOf = (request: Request | string): string =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname

/** The caches of a browser, as far as the worker uses them. */
class Caches {
  readonly all = new Map<string, Map<string, string>>()

  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, string>()
    this.all.set(name, files)
    return {
      match: async (request: Request | string) => answerOf(files.get(pathOf(request))),
      put: async (request: Request | string, answer: Response) => {
        files.set(pathOf(request), await answer.text())
      },
    }
  }

  async match(request: Request) {
    for (const files of this.all.values()) if (files.has(pathOf(request))) return answerOf(files.get(pathOf(request)))
    return undefined
  }

  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)
}

const answerOf = (text: string | undefined) => (text === undefined ? undefined : new Response(text))

describe('the service worker', () => {
  const ownFetch = globalThis.fetch
  let caches: Caches
  let isThere = true
  let requestedPaths: string[] = []
  beforeEach(() => {
    caches = new Caches()
    isThere = true
    requestedPaths = []
    const fetchNow = async (request: Request | string): Promise<Response> => {
      requestedPaths.push(pathOf(request))
      if (!isThere) throw new TypeError('no network')
      return new Response(`${pathOf(request)} of now`)
    }
    Object.assign(globalThis, { caches, fetch: fetchNow })
  })
  afterEach(() => {
    globalThis.fetch = ownFetch
    Reflect.deleteProperty(globalThis, 'caches')
  })

  const start = (version: string, files: readonly string[]) => {
    const listeners = new Map<string, (event: never) => void>()
    const scope = {
      registration: { scope: `${origin}/` },
      clients: { claim: () => Promise.resolve() },
      skipWaiting: () => Promise.resolve(),
      addEventListener: (name: string, act: (event: never) => void) => void listeners.set(name, act),
    }
    serveFiles(scope as unknown as WorkerScope, { version, files })
    const tell = async (name: string, more: object = {}): Promise<string | null> => {
      const works: Promise<unknown>[] = []
      const answers: Promise<Response>[] = []
      const event = {
        waitUntil: (work: Promise<unknown>) => void works.push(work),
        respondWith: (response: Promise<Response>) => void answers.push(response),
        ...more,
      }
      listeners.get(name)?.(event as never)
      const [answer] = answers
      const text = answer === undefined ? null : await (await answer).text()
      await Promise.all(works)
      return text
    }
    const load = (path: string, mode = 'cors', method = 'GET'): Promise<string | null> =>
      tell('fetch', { request: { url: new URL(path, origin).href, method, mode } })
    return { tell, load }
  }

  test('opens any page without a network, and has asked for a newer one whenever there is one', async () => {
    const worker = start('1', ['/index.html', '/assets/a.js'])
    await worker.tell('install')
    isThere = false
    assert.equal(await worker.load('/devices/7', 'navigate'), '/index.html of now')
    assert.equal(await worker.load('/assets/a.js'), '/assets/a.js of now')
    isThere = true
    requestedPaths = []
    await worker.load('/overview', 'navigate')
    assert.deepEqual(requestedPaths, ['/index.html'])
  })

  test('a file that breaks off is asked for once more', async () => {
    const workingFetch = globalThis.fetch
    let isBroken = true
    globalThis.fetch = (...request) => {
      if (!isBroken) return workingFetch(...request)
      isBroken = false
      return Promise.reject(new TypeError('it broke off'))
    }
    await start('1', ['/index.html', '/assets/a.js']).tell('install')
    assert.equal(caches.all.get('busbar-1')?.size, 2)
  })

  test('answers nothing that is not a file of the console', async () => {
    const worker = start('1', ['/index.html'])
    await worker.tell('install')
    for (const [path, mode, method] of [
      ['/api/v1/user/orgs/', 'cors', 'GET'],
      ['/confirm/0e9a7c1e-0b6c-4a53-9a55-3f1f3c1c8b01', 'navigate', 'GET'],
      ['/readyz', 'navigate', 'GET'],
      ['/overview', 'navigate', 'POST'],
      ['https://elsewhere.example/assets/a.js', 'cors', 'GET'],
      ['/sw.js', 'cors', 'GET'],
    ] as const) {
      assert.equal(await worker.load(path, mode, method), null, path)
    }
    assert.deepEqual([...(caches.all.get('busbar-1')?.keys() ?? [])], ['/index.html'])
  })

  test('pages of the build before still find their parts, those before it do not', async () => {
    for (const version of ['1', '2', '3']) {
      const worker = start(version, ['/index.html', `/assets/of-${version}.js`])
      await worker.tell('install')
      await worker.tell('activate')
    }
    assert.deepEqual(await caches.keys(), ['busbar-2', 'busbar-3'])
    isThere = false
    const { load } = start('3', [])
    assert.equal(await load('/assets/of-2.js'), '/assets/of-2.js of now')
    await assert.rejects(load('/assets/of-1.js'), /no network/)
  })
})
