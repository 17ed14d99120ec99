import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

const main = new URL('../src/main.ts', import.meta.url).pathname
const flags = ['--http', '127.0.0.1:0', '--callback', '127.0.0.1:0', '--quota', '0', '--json']
/** Low enough for a flood to reach the limit. */
export const openFilesMax = 700

interface ReadyLine {
  cloud: { url: string; callback?: string; callBack?: string; setupCode?: string }
}

/** The cloud as it is run by people, but with few descriptors. */
export const startService = async (t: Pick<TestContext, 'after'>) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-hostile-'))
  const shell = `ulimit -n ${openFilesMax} && exec "$0" "$@"`
  const program = spawn('sh', ['-c', shell, process.execPath, main, 'cloud', '--data', join(folder, 'cloud'), ...flags])
  const output: string[] = []
  program.stderr.on('data', (chunk) => output.push(String(chunk)))
  const exit = once(program, 'exit')
  t.after(async () => {
    program.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const line = await createInterface({ input: program.stdout })[Symbol.asyncIterator]().next()
  assert.ok(line.value !== undefined, output.join(''))
  const { cloud } = JSON.parse(line.value) as ReadyLine
  const { hostname, port } = new URL(cloud.url)
  const callBackPort = Number(/:(\d+)$/.exec(cloud.callBack ?? cloud.callback ?? '')?.[1])
  const sockets = new Set<Socket>()

  /** Comes from an address of its own of this machine; null when it is not let in. */
  const come = async (to: number, from: string): Promise<Socket | null> => {
    const socket = connect({ host: hostname, port: to, localAddress: from, allowHalfOpen: true })
    socket.on('error', () => {})
    sockets.add(socket)
    const came = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)])
    return came ? socket : null
  }
  const leave = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await new Promise(setImmediate)
  }

  /** Requests a path as an outsider, within the time limit of health checks. */
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(new URL(path, cloud.url), {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5000),
    })
    return { status: response.status, text: await response.text() }
  }
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await get('/metrics')).text)?.[1])
  const isWell = async (): Promise<void> => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await get(path)).status, 200, path)
  }
  return { cloud, port: Number(port), callBackPort, output, come, leave, get, metric, isWell }
}
