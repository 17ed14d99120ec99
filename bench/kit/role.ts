import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ActReply, Acts, CommonActs } from './acts.ts'

/** A process that plays one part of a benchmark, so that its CPU and memory are its own. */
export interface Role<A extends Acts> {
  ask<N extends keyof (A & CommonActs) & string>(
    act: N,
    ...argument: Parameters<(A & CommonActs)[N]>
  ): Promise<Awaited<ReturnType<(A & CommonActs)[N]>>>
  stop(): Promise<void>
}

/** Starts `module`, which calls `play`; `flags` are Node's. `by` is a command that starts it, such as `nice`. */
export const startRole = <A extends Acts>(
  module: string,
  flags: readonly string[] = [],
  by: readonly string[] = [],
): Role<A> => {
  const [execPath = '', ...execArgv] = [...by, process.execPath, '--expose-gc', ...flags]
  const child = fork(fileURLToPath(module), { execPath, execArgv })
  const pending = new Map<number, PromiseWithResolvers<never>>()
  let last = 0
  child.on('message', (answer: ActReply<never>) => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if ('err' in answer) waiting?.reject(new Error(answer.err))
    else waiting?.resolve(answer.ok)
  })
  let end: Error | undefined
  child.on('exit', (code, signal) => {
    end = new Error(`${module} ended early with ${signal ?? code}`)
    for (const { reject } of pending.values()) reject(end)
  })
  return {
    ask(act, ...[argument]) {
      if (end !== undefined) return Promise.reject(end)
      last += 1
      const waiting = Promise.withResolvers<never>()
      pending.set(last, waiting)
      child.send({ id: last, act, argument })
      return waiting.promise
    },
    async stop() {
      if (end !== undefined) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
