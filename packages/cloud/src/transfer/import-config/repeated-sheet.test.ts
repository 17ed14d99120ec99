import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { layReadyCluster } from '@busbar/database/testing'
import { repeatedSheet } from './testing/repeated-sheet.ts'

const sheets = 200_000
/** Measured: 29 MB, of which 6 MB are the unpacked list of sheets. */
const growthMbMax = 64
/** Measured: 2 s. Requests may take 3 s to finish, and the database takes its time after them. */
const stopMsMax = 10_000
const measuring = fileURLToPath(import.meta.resolve('./testing/measure-workbook.ts'))
const program = fileURLToPath(import.meta.resolve('./testing/service-process.ts'))

test('a workbook that lists one sheet 200,000 times needs little memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [measuring, String(sheets)])
  const growthMb = Number(stdout)
  assert.ok(growthMb < growthMbMax, `${growthMb} MB`)
})

test('SIGTERM while such workbooks are read ends the service in its usual time', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-stop-'))
  layReadyCluster(data)
  const service = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(service, 'exit')
  t.after(async () => {
    service.kill('SIGKILL')
    await exit
    rmSync(data, { recursive: true })
  })
  const [line] = await once(createInterface({ input: service.stdout }), 'line')
  const { url, setupCode } = JSON.parse(String(line)) as { url: string; setupCode: string }
  const post = (path: string, body: object, token = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(token && { authorization: `token ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  const created = await post('setup/create-owner/', { ...owner, code: setupCode })
  const { token } = (await created.json()) as { token: string }
  const files = [{ name: 'map.xlsx', base64: Buffer.from(repeatedSheet(sheets)).toString('base64') }]
  const imports = Array.from({ length: 6 }, async () => {
    const answer = await post('org/1/import-config/', { files, isTemplatesOnly: true, isDry: true }, token)
    return answer.status
  })
  // The thread reads one import at a time, so others are pending when the first is answered.
  assert.equal(await Promise.race(imports), 200)
  const startMs = performance.now()
  service.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
  const stopMs = performance.now() - startMs
  assert.ok(stopMs < stopMsMax, `${Math.round(stopMs)} ms`)
  const statuses = (await Promise.allSettled(imports)).map((result) =>
    result.status === 'fulfilled' ? result.value : 0,
  )
  assert.ok(
    statuses.some((status) => status !== 200),
    'the signal came while files were read',
  )
})
