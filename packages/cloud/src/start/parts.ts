import type { ShutdownSteps } from '@busbar/kit/program'

/** A part of the service that runs from its start to its stop. */
export interface Part {
  name: string
  start?: () => unknown
  stop?: () => unknown
  /** After this time, shutdown continues with the next part. */
  stopMs?: number
}

/** Default for `stopMs`. */
export const partMs = 1000

interface Runner {
  start(): unknown
  stop(): unknown
}

/** A part with its own `start` and `stop`; null if the service runs without it. */
export const part = (name: string, runner: Runner | null, stopMs: number = partMs): Part | null =>
  runner && { name, start: () => runner.start(), stop: () => runner.stop(), stopMs }

/** Starts the parts in order, one after the other. The steps stop them in the reverse order. */
export const startParts = async (parts: readonly (Part | null)[], steps: ShutdownSteps): Promise<void> => {
  for (const { name, start, stop, stopMs = partMs } of parts.filter((one) => one !== null)) {
    await start?.()
    if (stop !== undefined) steps.undo(name, stopMs, stop)
  }
}
