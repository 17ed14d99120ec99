import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { contract, errorFields } from '@busbar/cloud/contract'
import { layReadyCluster } from '@busbar/database/testing'
import { until } from '@busbar/kit/testing'
import { client } from '@busbar/wire'
import { runHere } from '../testing/command.ts'
import { start } from '../testing/program.ts'
import { expectOk } from './api.ts'
import { readParams } from './params.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-demo-'))
after(() => rmSync(folder, { recursive: true }))

type IdAndSlug = { id: number; slug: string }
interface ExportedOrg {
  networks: IdAndSlug[]
  devices: IdAndSlug[]
  params: (IdAndSlug & { deviceId: number })[]
  reports: { branches: { id: string; name: string }[] }[]
  trees: { branches: { id: string; name: string }[] }[]
}
interface ReadyLine {
  cloud: {
    url: string
    console: string
    apiKey: string
    password: string
    email: string
    emailPassword: string
    orgId: number
  }
  gateway: { url: string; username: string; password: string }
}
const anywhere = ['--http', '--gateway-http', '--listen', '--callback'].flatMap((flag) => [flag, '127.0.0.1:0'])
const startDemo = async (...args: string[]) => {
  const running = start('demo', '--data', folder, ...anywhere, ...args)
  return { ...running, first: await running.line() }
}

/** A session of the demo's key. */
const signedIn = async ({ cloud }: ReadyLine) => {
  let token = ''
  const authorization = (): string | undefined => (token === '' ? undefined : `token ${token}`)
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization })
  ;({ token } = expectOk(await api.sessions.authenticate({ apiKey: cloud.apiKey, password: cloud.password })))
  return api
}
const dayMs = 86_400_000
/** A month takes the first start twenty seconds of CPU, a day one. */
const days = 1

interface TasksState {
  errorCode: string | null
  tasks: { sourceFile: string; lastErrorCode: string | null }[]
}

/** Returns a function that requests the state of tasks as a signed-in user. */
const tasksOf = async ({ url, username, password }: ReadyLine['gateway']): Promise<() => Promise<TasksState>> => {
  const { salt } = (await (await fetch(`${url}api/login/salt/`)).json()) as { salt: string }
  const proof = createHash('sha1').update(`${username}${password}${salt}`).digest('hex')
  const body = JSON.stringify({ username, password: proof })
  const { token } = (await (await fetch(`${url}api/login/`, { method: 'POST', body })).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const users = (await (await fetch(`${url}api/users/`, { headers })).json()) as { isPasswordOwn: boolean }
  assert.ok(users.isPasswordOwn, 'the panel would require a new password first')
  return async () => {
    const state = (await (await fetch(`${url}api/state/get/?memTaskfiles`, { headers })).json()) as object
    return (state as { memTaskfiles: TasksState }).memTaskfiles
  }
}

/** An exported organization line by line, with names in the place of ids. */
const namedLines = (text: string): string[] => {
  const document = JSON.parse(text) as ExportedOrg
  const [nets, devices] = [document.networks, document.devices].map(
    (list) => new Map(list.map(({ id, slug }) => [id, slug])),
  )
  const params = new Map(document.params.map(({ id, deviceId, slug }) => [id, `${devices?.get(deviceId)}/${slug}`]))
  const branches = new Map(
    [...document.reports, ...document.trees].flatMap((one) => one.branches.map(({ id, name }) => [id, name] as const)),
  )
  const named = (key: string, value: unknown): unknown => {
    // The gateway stays with the network that it was bound to.
    if (['id', 'exportedOn', 'organization', 'mac', 'visId'].includes(key)) return undefined
    if (key === 'widgets' && Array.isArray(value)) return value.map((id: number) => params.get(id))
    if (key === 'formula') return String(value).replace(/#(\d+)/g, (_, id: string) => `#${params.get(Number(id))}`)
    if (key === 'paramId' || key === 'param') return params.get(Number(value))
    if (key === 'netId') return nets?.get(Number(value))
    if (key === 'deviceId') return devices?.get(Number(value))
    return key === 'branchId' || key === 'parentBranchId' ? branches.get(String(value)) : value
  }
  return JSON.stringify(document, named, 1).split('\n')
}

test('the demo shows everything, and is the same at the next start', async (t) => {
  layReadyCluster(folder)
  const { program, exit, errors, first } = await startDemo('--json', '--no-library', '--days', String(days))
  const ready = JSON.parse(first) as ReadyLine
  const { cloud, gateway } = ready
  const { orgId } = cloud
  assert.equal(statSync(join(folder, 'demo.json')).mode & 0o777, 0o600)
  const api = await signedIn(ready)

  await t.test('networks: a workshop and twelve sites that are dialled, and one behind the gateway', async () => {
    const nets = expectOk(await api.nets.list({ orgId }))
    assert.equal(nets.filter(({ lid }) => 'direct' in lid).length, 13)
    assert.deepEqual(
      nets.filter(({ lid }) => 'backward' in lid).map(({ slug }) => slug),
      ['pumping-station-3'],
    )
    const tree = Object.values(expectOk(await api.nets.tree({ orgId })))
    assert.ok(tree.every(({ devices }) => Object.keys(devices).length > 0))
  })

  await t.test('history, without a hole between it and what is polled', async () => {
    const nets = expectOk(await api.nets.list({ orgId })).map((net) => [net.slug, net.id] as const)
    const params = await readParams(api, new Map(nets))
    for (const id of ['workshop/1/U1', 'pumping-station-3/3/flow'].map((place) => params.id(place))) {
      const { min } = expectOk(await api.readings.dateRange({ paramIds: [id] })) as { min: string }
      assert.ok(Date.now() - Date.parse(min) > (days - 0.1) * dayMs)
      const till = new Date()
      const from = new Date(till.getTime() - days * dayMs)
      const points = expectOk(await api.readings.dispersed({ paramIds: [id], from, till, points: days * 24 }))
      assert.ok(points.filter(([, [value]]) => value !== null).length >= days * 24 - 1)
    }
  })

  await t.test('content that users create', async () => {
    assert.ok(expectOk(await api.alerts.list({ orgId })).length >= 5)
    const [board] = expectOk(await api.boards.list({ orgId }))
    assert.ok((board?.widgetCount ?? 0) >= 10)
    assert.equal(expectOk(await api.visualizations.list({ orgId })).length, 4)
    assert.equal(expectOk(await api.reports.list({ orgId })).length, 1)
    const [tree] = expectOk(await api.trees.list({ orgId }))
    assert.ok(expectOk(await api.trees.get({ treeId: tree?.id ?? '' })).sensors.length >= 10)
  })

  await t.test('the gateway can be signed in to and runs its task, and the console is there', async () => {
    const read = await tasksOf(gateway)
    const { errorCode, tasks } = await read()
    assert.deepEqual([errorCode, tasks[0]?.sourceFile], [null, 'PUMPS.TSK'])
    // A run may have met the line before it was open; the next one is ten seconds later.
    await until(async () => (await read()).tasks[0]?.lastErrorCode === null)
    assert.match(await (await fetch(cloud.console)).text(), /<div id="app">/)
    const login = expectOk(await api.sessions.login({ email: cloud.email, password: cloud.emailPassword }))
    assert.match(login.token, /^[0-9a-f-]{36}$/)
  })

  await t.test('a folder and ports that are taken are named', async () => {
    const [taken, why] = await runHere(['demo', '--data', folder, ...anywhere])
    assert.match(why, /in use by process \d+/)
    assert.equal(taken, 1)
    const free = mkdtempSync(join(tmpdir(), 'busbar-demo-'))
    const [beside, advice] = await runHere(['demo', '--data', free, ...anywhere, '--http', new URL(cloud.url).host])
    assert.match(advice, /is in use by another program; try --http 127\.0\.0\.1:\d+/)
    assert.equal(beside, 2)
    rmSync(free, { recursive: true })
  })

  program.kill('SIGINT')
  assert.equal(await exit, 0)
  assert.equal(await errors, '')

  await t.test('all of it moves to another organization, and says the same there', async () => {
    const admin = async (...args: string[]): Promise<string> => {
      const [code, output] = await runHere(['admin', 'org', ...args, '--data', folder])
      assert.equal(code, 0, output)
      return output
    }
    const [here, there] = ['here.json', 'there.json'].map((name) => join(folder, name)) as [string, string]
    await admin('export', here, '--org', String(orgId))
    const [, other = ''] = /^Organization (\d+)/.exec(await admin('create', '--name', 'Copy')) ?? []
    assert.match(
      await admin('import', here, '--org', other, '--polling', '--writing', '--alerts'),
      /14 networks, .* 1 dashboards, 4 visualizations, 1 reports, 1 trees/,
    )
    await admin('export', there, '--org', other)
    const [before, moved] = [here, there].map((file) => namedLines(readFileSync(file, 'utf8')))
    assert.ok(before !== undefined && before.length > 10_000)
    for (const [at, line] of before.entries()) assert.equal(moved?.[at], line, `line ${at + 1}`)
    assert.equal(moved?.length, before.length)
  })

  await t.test('the next start finds all of it again, and tells people where everything is', async () => {
    const savedSecrets = readFileSync(join(folder, 'demo.json'), 'utf8')
    const second = await startDemo()
    assert.match(second.first, /^Starting: /)
    const lines = [await second.line()]
    while (!lines.at(-1)?.includes('Ctrl-C')) lines.push(await second.line())
    const text = lines.join('\n')
    for (const part of [
      /Console +http:.*\/$/m,
      /Login +demo@/,
      /\/api\/v1\/docs/,
      /Gateway panel +http:/,
      /TOKEN=\$\(curl /,
      /workshop +127\.0\.0\.1:\d+ +Modbus TCP/,
    ]) {
      assert.match(text, part)
    }
    for (const same of [folder, cloud.email, cloud.emailPassword, cloud.apiKey, cloud.password, gateway.password]) {
      assert.ok(text.includes(same), `${same} is not told`)
    }
    assert.equal(readFileSync(join(folder, 'demo.json'), 'utf8'), savedSecrets)
    assert.match(await second.line(), /^The device library follows in the background: a unit of each of \d+ families/)
    second.program.kill('SIGTERM')
    assert.equal(await second.exit, 0)
  })
})
