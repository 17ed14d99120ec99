import assert from 'node:assert/strict'
import type { Database } from '@busbar/database'
import { VirtualClock } from '@busbar/kit'
import { type Poll, Recorder } from '@busbar/readings'
import type { EnergyKeeper } from '../../stored/energy-keeper.ts'

/** Records polls as the service does, with the marks that they leave. */
export const recordMarked = async (
  db: Database,
  keeper: EnergyKeeper,
  now: () => Date,
  polls: readonly Poll[],
): Promise<void> => {
  const fail = (details: object, message: string): void => assert.fail(`${message}: ${JSON.stringify(details)}`)
  const recorder = new Recorder({
    db,
    clock: new VirtualClock(),
    now,
    log: { error: fail, info: () => {} },
    bufferBytesMax: 100_000_000,
    inRecordingTx: (tx, some) => keeper.inRecordingTx(tx, some),
  })
  await recorder.start()
  for (const poll of polls) recorder.record(poll)
  await recorder.stop()
  assert.equal(recorder.status().droppedPolls, 0)
}
