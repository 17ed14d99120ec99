import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import { Plant, serveTcp } from '@busbar/simulator'
import { Claims } from '../../../field/claims/claims.ts'
import { Dialer, type DialerOptions } from '../../../field/dialling/dialer.ts'
import { RawAllow } from '../../../field/dialling/raw-allow.ts'
import { ShortLinks } from '../../../field/raw/short-links.ts'
import { netOf, startMs, testField } from '../../../field/testing/test-field.ts'
import { startApi } from '../../../testing/api.ts'

/** A whole service with a real field. Its time is the test's. */
export const startRaw = async (t: TestContext, dial: Partial<DialerOptions> = {}) => {
  const api = await startApi(t)
  const { clock, service } = api
  const claims = new Claims({ db: service.db, clock, now: service.now, log: service.log })
  await claims.start()
  api.atEnd(() => claims.stop())
  const dialling = { rawAllow: RawAllow.of('127.0.0.0/8:1-65535'), claims, clock, ...dial }
  const { field, nextEvent } = testField({ clock, now: service.now, dial: dialling })
  const dialer = new Dialer(dialling)
  const shortLinks = new ShortLinks({ clock, dialer })
  service.field = field
  service.raw = { waiting: () => [], dialled: shortLinks }
  field.start()
  t.after(() => {
    shortLinks.stop()
    field.stop()
  })

  const post = (path: string, body: unknown, as: Parameters<typeof api.call>[0] = 'operator') =>
    api.call(as, 'POST', path, body)

  /** A network of the test's organization at a port of this machine, connected. */
  const addNet = async (port: number, overrides: Partial<FieldNet> = {}): Promise<number> => {
    const [row] = await service.db.sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${api.orgId}, 'Net', ${`net-${port}`}, '127.0.0.1', ${port}, now()) returning id`
    const id = row?.id ?? 0
    field.apply(netOf({ orgId: api.orgId, id, ip: '127.0.0.1', port, ...overrides }))
    await nextEvent()
    return id
  }

  return { api, clock, claims, field, nextEvent, shortLinks, post, addNet }
}

/** Controllers, relays and a pump on a real port. Time stands still there. */
export const servePlant = async (t: TestContext) => {
  const units = (sku: string, from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ unit: from + i, sku, name: `${sku} ${i}` }))
  const devices = [...units('controller', 1, 2), ...units('em130', 11, 8), ...units('pump', 30, 1)]
  const sites = [{ id: 'plant', name: 'Plant', envelope: 'tcp' as const, devices }]
  const plant = new Plant({ name: 'raw', seed: 'raw', sites }, { clock: new VirtualClock(), startMs, speed: 0 })
  const served = await serveTcp(plant, { port: 0 })
  t.after(() => served.close())
  const port = served.sites[0]?.port ?? 0
  const words = (unit: number, address: number, count: number): number[] => {
    const read = plant.site('plant').device(unit)?.read('holding', address, count)
    return typeof read === 'object' ? Array.from(read) : []
  }
  return { plant, port, words, connection: { kind: 'direct', ip: '127.0.0.1', port } }
}

/** A gateway made of bytes by hand: what it says to each request is the test's, and so is what it counts. */
export const scriptedGateway = async (
  t: TestContext,
  onRequest: (request: Buffer, socket: Socket) => void,
  greeting?: Buffer,
) => {
  const sockets = new Set<Socket>()
  const seen = { connections: 0, requests: 0, bytes: [] as Buffer[] }
  const server = createServer({ noDelay: true }, (socket) => {
    seen.connections += 1
    sockets.add(socket)
    if (greeting !== undefined) socket.write(greeting)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      seen.bytes.push(bytes)
      for (let rest = bytes; rest.length >= 8; rest = rest.subarray(6 + rest.readUInt16BE(4))) {
        seen.requests += 1
        onRequest(rest.subarray(0, 6 + rest.readUInt16BE(4)), socket)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { port, seen, connection: { kind: 'direct', ip: '127.0.0.1', port } }
}

/** The answer to a read of holding registers: every register shows its own address. */
export const ownAddresses = (request: Buffer): Buffer => {
  const [address, count] = [request.readUInt16BE(8), request.readUInt16BE(10)]
  const answer = Buffer.alloc(9 + 2 * count)
  request.copy(answer, 0, 0, 8)
  answer.writeUInt16BE(3 + 2 * count, 4)
  answer[8] = 2 * count
  for (let i = 0; i < count; i += 1) answer.writeUInt16BE(address + i, 9 + 2 * i)
  return answer
}
