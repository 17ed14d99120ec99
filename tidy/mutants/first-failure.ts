import type { TestEvent } from 'node:test/reporters'

/** A reporter for runs of which only the outcome counts: the first failing test ends the process. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.todo !== undefined) continue
    process.exit(1)
  }
  yield ''
}
