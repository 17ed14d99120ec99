import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openDatabase, openSql, type Sql } from '@busbar/database'
import postgres from 'postgres'
import { cpuMicros } from '../kit/cpu.ts'
import { median } from '../kit/median.ts'
import { table } from '../kit/print.ts'
import { tempFolder } from '../kit/temp-folder.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { rounds, cuts } = values.quick ? { rounds: 5, cuts: 100 } : { rounds: 15, cuts: 500 }
const max = 4

const folder = tempFolder()
const db = await openDatabase({ dataFolder: folder.path })
const ours = db.sql
const { servers, user, database } = ours.options
const [{ host, port } = { host: '', port: 0 }] = servers
const socket = `${host}/.s.PGSQL.${port}`
const plain = { user, database, max, onnotice: () => {} }
const theirs = postgres({ ...plain, path: socket })

await ours`create table chunk (id int primary key, on_time timestamptz not null, value float8 not null, data bytea not null)`
await ours`
  insert into chunk select i, now() + i * '1 s'::interval, random(), decode(repeat(md5(i::text), 128), 'hex')
  from generate_series(1, 2000) i`
await ours`create table last (id int primary key, value float8 not null)`
await ours`insert into last select i, 0 from generate_series(1, 1000) i`

/** Common interface of both clients: statements are written in the same way for each. */
type Client = { sql: Sql; copy: () => Promise<unknown> }
const clients: Record<'ours' | 'theirs', Client> = {
  ours: {
    sql: ours,
    copy: () => ours.beginApart((tx) => finished(tx.copyOut('copy chunk to stdout').resume())),
  },
  theirs: {
    sql: theirs as unknown as Sql,
    copy: async () => finished((await theirs`copy chunk to stdout`.readable()).resume()),
  },
}

const several = (count: number, work: () => Promise<unknown>) => async (): Promise<void> => {
  for (let i = 0; i < count; i += 1) await work()
}
const batch = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ id: i + 1, value: i })))
const works: Record<string, (client: Client) => () => Promise<unknown>> = {
  '200 single rows': ({ sql }) => several(200, () => sql`select value from last where id = ${7}`),
  '20 times ten at once': ({ sql }) =>
    several(20, () => Promise.all(Array.from({ length: 10 }, (_, i) => sql`select value from last where id = ${i}`))),
  '50 transactions of four statements': ({ sql }) =>
    several(50, () =>
      sql.begin((tx) =>
        Promise.all([
          tx`select pg_advisory_xact_lock_shared(1)`,
          tx`update last set value = r.value from jsonb_to_recordset(${batch}::text::jsonb) r (id int, value float8) where last.id = r.id and r.id < 5`,
          tx`select count(*)::int as count from last where value = ${3}`,
          tx`select txid_current()::text as id`,
        ]),
      ),
    ),
  '2,000 rows with a time': ({ sql }) => several(5, () => sql`select id, on_time, value from chunk`),
  '500 rows with 2 kB of bytes': ({ sql }) => several(2, () => sql`select id, data from chunk limit 500`),
  'COPY of 2,000 rows': ({ copy }) => several(2, copy),
}

const measure = async (work: () => Promise<unknown>): Promise<[ms: number, cpuMs: number]> => {
  const [began, cpu] = [performance.now(), cpuMicros()]
  await work()
  return [performance.now() - began, (cpuMicros() - cpu) / 1000]
}

const lines: string[][] = []
for (const [what, of] of Object.entries(works)) {
  const [us, them] = [of(clients.ours), of(clients.theirs)]
  const found: Record<'us' | 'them', [number, number][]> = { us: [], them: [] }
  for (let round = -2; round < rounds; round += 1) {
    const [a, b] = [await measure(us), await measure(them)]
    if (round < 0) continue
    found.us.push(a)
    found.them.push(b)
  }
  const middle = (list: [number, number][], at: 0 | 1): number => median(list.map((one) => one[at]))
  const row = [0, 1].map((at) => [middle(found.us, at as 0 | 1), middle(found.them, at as 0 | 1)] as const)
  lines.push([what, ...row.flatMap(([a, b]) => [a.toFixed(1), b.toFixed(1), (a / b).toFixed(2)])])
}
console.log(table([['', 'ms', 'postgres', 'ratio', 'CPU ms', 'postgres', 'ratio'], ...lines]))

/** Statements that never came to an end, when the wire was cut while they left. */
const unanswered = async (
  open: (port: number) => { ask(): Promise<unknown>; end(): Promise<unknown> },
): Promise<number> => {
  const wires = new Set<Socket>()
  const proxy = createServer((wire) => {
    const server = connect(socket)
    wires.add(wire.on('error', () => server.destroy()).on('close', () => wires.delete(wire)))
    server.on('error', () => wire.destroy())
    wire.pipe(server).pipe(wire)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const client = open((proxy.address() as AddressInfo).port)
  let lost = 0
  for (let round = 0; round < cuts; round += 1) {
    const asked = Array.from({ length: 5 }, () => client.ask())
    setImmediate(() => wires.forEach((wire) => wire.destroy()))
    asked.push(client.ask())
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, 2_000, 'late').unref())
    const answers = await Promise.all(
      asked.map((one) =>
        Promise.race([
          one.then(
            () => 'done',
            () => 'failed',
          ),
          late,
        ]),
      ),
    )
    lost += answers.filter((answer) => answer === 'late').length
    if (lost > 0) break
  }
  await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 1_000))])
  for (const wire of wires) wire.destroy()
  proxy.close()
  return lost
}

const openOurs = (at: number) => {
  const sql = openSql({ ...ours.options, servers: [{ host: '127.0.0.1', port: at }] })
  return { ask: () => sql`select 1`, end: () => sql.end(0) }
}
const openTheirs = (at: number) => {
  const sql = postgres({ ...plain, host: '127.0.0.1', port: at })
  return { ask: () => sql`select 1`, end: () => sql.end({ timeout: 0 }) }
}
console.log(`\nStatements never answered when connections are cut (at most ${cuts} cuts):`)
console.log(`  ours ${await unanswered(openOurs)}, postgres ${await unanswered(openTheirs)}`)

await theirs.end({ timeout: 0 })
await db.close()
folder.remove()
process.exit()
