import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlertWatch } from '@busbar/alerts'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { ConnectionEvent } from '../field/link/net-link.ts'
import { makeDevice } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'

const log = { info() {}, error: (_: object, message: string): void => assert.fail(message) }

test('the outage of a network can be acknowledged', async (t) => {
  const clock = new VirtualClock()
  let watch: AlertWatch | undefined
  const judging = {
    confirm: async (request: Parameters<AlertWatch['confirm']>[0]) => (await watch?.confirm(request)) ?? 'inactive',
    state: (id: number) => watch?.state(id) ?? null,
  } as const
  const api = await startApi(t, { clock, judging })
  const { orgId, otherOrgId, call, service } = api
  const { db, now } = service
  const { netId } = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const { netId: foreign } = await makeDevice(api, otherOrgId, 'b', [{ valueType: 'u16' }])
  let emit: (event: ConnectionEvent) => void = () => {}
  const links = {
    onConnection: (listener: typeof emit) => {
      emit = listener
      return () => {}
    },
    statuses: () => new Map<number, { isConnected: boolean }>(),
  }
  const started = new AlertWatch({ db, clock, now, log, links, oldestOn: () => null })
  watch = started
  await started.start()
  api.atEnd(() => started.stop())
  const connection = async (isConnected: boolean): Promise<void> => {
    emit({ orgId, netId, isConnected, on: now().getTime(), error: isConnected ? null : 'lost' })
    // The log speaks of an outage, and of its end, after a minute.
    for (let minute = 0; minute < 3; minute += 1) {
      await clock.advanceAsync(60_000)
      await until(() => started.status().pending === 0)
    }
    await until(() => (started.state(-netId)?.episode?.closedOn === null) !== isConnected)
  }
  type Caller = Parameters<typeof call>[0]
  const confirm = (as: Caller, body: object | null = {}, id = netId) =>
    call(as, 'POST', `/net/${id}/confirm-outage/`, body)
  const newest = async () => {
    const { body } = await call('viewer', 'GET', `/org/${orgId}/alerts/log/`)
    return (body as { records: Record<string, unknown>[] }).records[0]
  }

  assert.deepEqual((await confirm('operator')).body, { confirmation: 'inactive' })
  await connection(false)
  assert.partialDeepStrictEqual(await newest(), { netId, status: 'active' })

  const refusals: [Caller, object, number, number, string][] = [
    ['viewer', {}, netId, 401, 'NotAuthorized'],
    ['stranger', {}, netId, 404, 'ObjectNotFound'],
    ['operator', {}, foreign, 404, 'ObjectNotFound'],
    ['operator', { comment: 'x'.repeat(1001) }, netId, 400, 'IncorrectRequest'],
    [null, {}, netId, 401, 'NoAuthTokenProvided'],
  ]
  for (const [as, body, id, status, code] of refusals) {
    const answer = await confirm(as, body, id)
    assert.deepEqual([answer.status, (answer.body as { errorCode: string }).errorCode], [status, code])
  }
  assert.partialDeepStrictEqual(await newest(), { status: 'active' }, 'nobody has confirmed it so far')

  const confirmedOn = now().toISOString()
  assert.deepEqual((await confirm('operator', { comment: ' on my way ' })).body, { confirmation: 'confirmed' })
  assert.deepEqual((await confirm('manager')).body, { confirmation: 'confirmed-before' })
  const record = await newest()
  assert.partialDeepStrictEqual(record, { netId, status: 'confirmed', confirmedOn })
  const confirmedEntry = { date: confirmedOn, texts: ['Acknowledged by operator: on my way'] }
  const { details } = record as { details: object[] }
  assert.deepEqual(details.at(-1), confirmedEntry)
  const audited = await db.sql`
    select action, object_kind, object_id, account_name, after from audit where org_id = ${orgId}`
  assert.deepEqual(
    [...audited],
    [
      {
        action: 'net.confirm-outage',
        object_kind: 'net',
        object_id: String(netId),
        account_name: 'operator',
        after: { from: 'operator', comment: 'on my way' },
      },
    ],
  )

  await connection(true)
  assert.partialDeepStrictEqual(await newest(), { status: 'resolved', confirmedOn })
  assert.deepEqual((await confirm('operator')).body, { confirmation: 'confirmed-before' })
  await connection(false)
  assert.deepEqual((await confirm('owner')).body, { confirmation: 'confirmed' }, 'the next outage is another')
})
