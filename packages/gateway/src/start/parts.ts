import type { Log } from '@busbar/kit/log'
import { ShutdownSteps } from '@busbar/kit/program'

/** A part of the running gateway. Parts start in the order of their list and stop in reverse order. */
export interface Part<Name extends string = string> {
  readonly name: Name
  /** Parts that have to be listed, and so started, before this one. */
  readonly needs: readonly Name[]
  readonly start?: () => unknown
  readonly stop?: () => unknown
  /** How long stopping this part may delay the others. */
  readonly stopMs: number
}

/** Starts all parts and returns the function that stops them. When one fails to start, those before it are stopped. */
export const startParts = async (parts: readonly Part[], log: Log): Promise<() => Promise<void>> => {
  const steps = new ShutdownSteps(log)
  const started = new Set<string>()
  try {
    for (const { name, needs, start, stop, stopMs } of parts) {
      const missing = needs.filter((one) => !started.has(one))
      if (missing.length > 0) throw new Error(`${name} is listed before ${missing.join(' and ')}`)
      await start?.()
      if (stop !== undefined) steps.undo(name, stopMs, stop)
      started.add(name)
    }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
  return () => steps.undoAll()
}

/** Functions that create the objects; each receives all of them. */
export type Creators<All, Names extends keyof All = keyof All> = {
  readonly [Name in Names]: (all: All) => All[Name]
}

/**
 * Creates all objects, each at its first use, so that two of them can refer to each other: one receives the other when
 * it is created, the other looks it up later.
 */
export const createAll = <All extends object>(creators: Creators<All>): All => {
  const all = {} as All
  const names = Object.keys(creators) as (keyof All & string)[]
  const underWay = new Set<string>()
  for (const name of names) {
    const get = () => {
      if (underWay.has(name)) throw new Error(`${name} is needed to create itself`)
      underWay.add(name)
      const value = creators[name](all)
      Object.defineProperty(all, name, { value, enumerable: true })
      return value
    }
    Object.defineProperty(all, name, { get, configurable: true, enumerable: true })
  }
  for (const name of names) void all[name]
  return all
}
