import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { AlertWatch, type ConfirmRequest } from '@busbar/alerts'
import { VirtualClock } from '@busbar/kit'
import { type Poll, Recorder } from '@busbar/readings'
import { startApi, type TestApi } from '../../testing/api.ts'

interface CreateAnswer {
  result: string
  id: number
  errors: Record<string, string>
}

/** An alert's body with nothing in it. */
export const minimalAlert = { name: 'Hot', conditionLogic: 'any', logAs: 'warning', conditions: [], actions: [] }

/** Makes an alert, as the manager unless said. */
export const createAlert = async (
  { call, orgId, otherOrgId }: TestApi,
  body: object,
  as: 'manager' | 'stranger' = 'manager',
): Promise<CreateAnswer> => {
  const org = as === 'manager' ? orgId : otherOrgId
  return (await call(as, 'POST', `/org/${org}/alerts/create/`, { ...minimalAlert, ...body })).body as CreateAnswer
}

/** Records a poll with all its effects. */
export const recordJudged = async (
  { service: { db, clock, now } }: TestApi,
  watch: AlertWatch,
  poll: Poll,
): Promise<void> => {
  const recorder = new Recorder({
    db,
    clock,
    now,
    log,
    bufferBytesMax: 1e7,
    inRecordingTx: watch.inRecordingTx.bind(watch),
  })
  await recorder.start()
  recorder.record(poll)
  await recorder.stop()
}

const log = { info: () => {}, error: (_: object, message: string): void => assert.fail(message) }

/** A service whose alerts are judged, in a time of its own; no network ever comes or goes. */
export const startJudged = async (t: TestContext): Promise<{ api: TestApi; watch: AlertWatch }> => {
  let watch: AlertWatch | undefined
  const judging = {
    confirm: async (request: ConfirmRequest) => (await watch?.confirm(request)) ?? 'inactive',
    confirmEach: async (requests: readonly ConfirmRequest[]) => (await watch?.confirmEach(requests)) ?? new Map(),
    state: (id: number) => watch?.state(id) ?? null,
    hold: (id: number) => watch?.hold(id) ?? null,
  } as const
  const clock = new VirtualClock()
  const api = await startApi(t, { clock, judging })
  const { db, now } = api.service
  const links = { onConnection: () => () => {}, statuses: () => new Map<number, { isConnected: boolean }>() }
  const started = new AlertWatch({ db, clock, now, log, links, oldestOn: () => null })
  watch = started
  await started.start()
  api.atEnd(() => started.stop())
  return { api, watch: started }
}
