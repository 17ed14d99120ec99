import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { ClientGone, Refusal } from '@busbar/wire/server'
import { BoundedWorker, JobStopped, stoppedAnswer } from './bounded-worker.ts'

type Job = 'echo' | 'spin' | 'grow' | 'fail'
const jobMsMax = 1000

const open = (t: { after(end: () => Promise<void>): void }, queueMax = 3) => {
  const clock = new VirtualClock()
  const entry = new URL('../testing/bounded-worker-entry.ts', import.meta.url)
  const worker = new BoundedWorker<Job, string>({ entry, clock, jobMsMax, heapMbMax: 32, queueMax })
  t.after(() => worker.stop())
  return { clock, worker }
}
const stopped = (reason: string) => (error: unknown) => error instanceof JobStopped && error.reason === reason

describe('BoundedWorker', () => {
  test('runs jobs in their order, also after one that failed', async (t) => {
    const { worker } = open(t)
    const failed = assert.rejects(worker.run('fail'), /as requested/)
    assert.equal(await worker.run('echo'), 'echo')
    await failed
  })

  test('stops a job at its deadline; those behind it run', async (t) => {
    const { clock, worker } = open(t)
    await worker.run('echo')
    const slow = assert.rejects(worker.run('spin'), stopped('too-slow'))
    const next = worker.run('echo')
    clock.advance(jobMsMax)
    await slow
    assert.equal(await next, 'echo')
  })

  test('stops a job that exceeds its memory; those behind it run', async (t) => {
    const { worker } = open(t)
    const large = assert.rejects(worker.run('grow'), stopped('too-large'))
    const next = worker.run('echo')
    await large
    assert.equal(await next, 'echo')
  })

  test('stops the job of a client that disconnects, running or queued', async (t) => {
    const { worker } = open(t)
    const [first, second] = [new AbortController(), new AbortController()]
    const running = assert.rejects(worker.run('spin', first.signal), stopped('client-gone'))
    const queued = assert.rejects(worker.run('spin', second.signal), stopped('client-gone'))
    const last = worker.run('echo')
    second.abort()
    first.abort()
    await Promise.all([running, queued])
    assert.equal(await last, 'echo')
    await assert.rejects(worker.run('echo', first.signal), stopped('client-gone'))
  })

  test('refuses a job when its queue is full', async (t) => {
    const { worker } = open(t, 1)
    const all = [worker.run('echo'), worker.run('echo'), worker.run('echo')]
    const outcomes = await Promise.allSettled(all)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    )
  })

  test('ends jobs when it is stopped', async (t) => {
    const { worker } = open(t)
    const jobs = [worker.run('spin'), worker.run('echo')].map((job) => assert.rejects(job, stopped('shutdown')))
    await worker.stop()
    await Promise.all(jobs)
  })

  test('refuses jobs after it has been stopped, and leaves no timer behind', async (t) => {
    const { clock, worker } = open(t)
    await worker.run('echo')
    await worker.stop()
    await assert.rejects(worker.run('echo'), stopped('shutdown'))
    assert.equal(clock.pending, 0)
  })
})

for (const [reason, code] of [
  ['too-slow', 'IncorrectRequest'],
  ['too-large', 'IncorrectRequest'],
  ['queue-full', 'Unavailable'],
  ['shutdown', 'Unavailable'],
] as const) {
  test(`${reason} is answered with ${code}`, () => {
    const answer = stoppedAnswer(new JobStopped(reason), 'Send less.')
    assert.ok(answer instanceof Refusal)
    assert.equal(answer.code, code)
  })
}

test('a client that has disconnected gets no answer', () => {
  assert.ok(stoppedAnswer(new JobStopped('client-gone'), '') instanceof ClientGone)
})
