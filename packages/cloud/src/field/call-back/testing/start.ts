import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import type { SigningKey } from '@busbar/uplink/handshake'
import { Directory } from '../../../devices/directory/directory.ts'
import { startApi, type TestApiOptions } from '../../../testing/api.ts'
import { testField } from '../../testing/test-field.ts'
import { CallBackListener, type CallBackOptions } from '../listener.ts'
import { recordMoveAt } from '../move-gateway.ts'
import { newKey, TestGateway } from './gateway.ts'

type CallBackOverrides = Partial<Pick<CallBackOptions, 'tls' | 'limits' | 'isBalancer'>>
type GatewayOverrides = Partial<Omit<ConstructorParameters<typeof TestGateway>[0], 'number' | 'port'>>

/** A whole service with a field that gateways may call. Its time is the test's, and all its parts are real. */
export const startCallBack = async (
  t: TestContext,
  overrides: CallBackOverrides = {},
  apiOptions: TestApiOptions = {},
) => {
  const ends: (() => unknown)[] = []
  const api = await startApi({ after: (end) => ends.push(end as () => unknown) }, apiOptions)
  const { now } = api.service
  const { sql } = api.service.db
  const { field, nextEvent } = testField({ clock: api.clock, now })
  const warnings: object[] = []
  const error = (details: object, message: string): void => assert.fail(`${message}: ${JSON.stringify(details)}`)
  const warn = (details: object): unknown => warnings.push(details)
  const options = {
    host: '127.0.0.1',
    port: 0,
    tls: { mode: 'off' },
    key: newKey(),
    sql,
    field,
    clock: api.clock,
    now,
  } as const
  const listener = new CallBackListener({
    ...options,
    log: { error, warn },
    recordMove: recordMoveAt(now),
    ...overrides,
  })
  const directory = new Directory({ sql, clock: monotonicClock, secrets: api.service.secrets, log: { error } })
  directory.watch((net, netId) => {
    if (net === null) return field.remove(netId)
    field.apply(net)
    listener.onNetChanged(net)
  })
  await directory.start()
  field.start()
  await listener.start()
  t.after(async () => {
    await listener.stop()
    field.stop()
    await directory.stop()
    for (const end of ends) await end()
  })

  const call = (number: number, key: SigningKey | null, calling: GatewayOverrides = {}): TestGateway =>
    new TestGateway({ port: listener.port, number, key, ...calling }).call()

  /** Waits until a gateway has got a code, and gives it. */
  const codeOf = async (gateway: TestGateway): Promise<number> => {
    await gateway.until(() => gateway.code !== null)
    return gateway.code ?? 0
  }

  /** Makes a network of what was typed in. */
  const bind = async (connection: object): Promise<number> => {
    const { body } = await api.call('manager', 'POST', `/org/${api.orgId}/nets/create/`, { name: 'Net', connection })
    const { result, id } = body as { result: string; id: number }
    assert.equal(result, 'success', JSON.stringify(body))
    return id
  }

  /** A gateway that was bound by its code, with its connection. */
  const bound = async (number: number, key: SigningKey | null) => {
    const gateway = call(number, key)
    const netId = await bind({ kind: 'activation-code', code: await codeOf(gateway) })
    return { gateway, netId }
  }

  /** A register, over the network's link. */
  const read = async (netId: number, address: number): Promise<unknown> => {
    const link = field.link(netId)
    const outcome = await link?.ask(1, { fn: 3, address, count: 1 }, { priority: 'poll' })
    return outcome !== undefined && 'ok' in outcome ? outcome.ok.words[0] : outcome?.err
  }

  return { api, sql, field, listener, warnings, nextEvent, call, codeOf, bind, bound, read }
}
