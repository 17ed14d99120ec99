import type { Clock } from '@busbar/kit'
import type { UnitGate } from '../bus/gate/requester.ts'
import type { Card } from '../storage/card/card.ts'
import type { CompiledTask } from './compile-all.rules.ts'
import type { SourceCard } from './folder.ts'
import { type KeepingCard, KeptValues, keptValuesPath, readKeptValues } from './kept-values.ts'
import type { LogCard } from './logging/log-card.ts'
import type { TasksLogging } from './logging/settings.ts'
import { TaskLog } from './logging/task-log.ts'
import { type PublishSink, TaskPublisher } from './mqtt/task-publisher.ts'
import type { ExecutionCode } from './running/fault.ts'
import type { Message, RunTime } from './running/machine.ts'
import { Task } from './running/task.ts'

export interface TasksOptions {
  readonly card: SourceCard & LogCard & KeepingCard & Pick<Card, 'eject'>
  readonly gate: UnitGate
  readonly settings: TasksLogging
  readonly clock: Clock
  readonly now: () => Date
  /** Its UTC fields are the local time. */
  readonly localNow: () => Date
  readonly sun: () => RunTime['sun']
  /** Returns the error of a message that could not be sent. */
  readonly sendSms: (message: Message) => ExecutionCode | undefined
  /** The broker; without it no messages are sent. */
  readonly broker?: PublishSink
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

/** Creates the task of a compiled file, with its log, its stored values and its publisher. */
export const createTask = async ({ file, program }: CompiledTask, options: TasksOptions): Promise<Task> => {
  const { gate, clock, now, localNow, sun, sendSms, card, settings, broker, log } = options
  const keeper = await keeperOf(file, program, options)
  const { format } = settings
  const isLogged = format !== null && program.items.some((item) => item.isLogged)
  const warn = (error: unknown): void => log.warn({ err: error, task: file }, 'task log could not be written')
  const { items } = program
  const runLog = isLogged
    ? new TaskLog({ sourceFile: file, items, settings: { ...settings, format }, card, clock, now, localNow, warn })
    : undefined
  const { periodMs } = program
  const publisher = broker && new TaskPublisher({ sourceFile: file, items, periodMs, clock, sink: broker })
  return new Task({
    sourceFile: file,
    program,
    gate,
    clock,
    now,
    localNow,
    sun,
    sendSms,
    ...(runLog && { log: runLog }),
    ...(keeper && { keeper }),
    ...(publisher && { publisher }),
    wentSafe: (code) => log.warn({ task: file, code }, 'task cannot run: outputs go to their safe states'),
    missed: (facts) => log.warn({ task: file, ...facts }, 'task exceeds its period and misses runs'),
    failed: (error) => log.warn({ err: error, task: file }, 'task failed with an internal error'),
  })
}

const keeperOf = async (
  file: string,
  { items }: CompiledTask['program'],
  { card, clock, log }: TasksOptions,
): Promise<KeptValues | undefined> => {
  if (!items.some(({ isKept }) => isKept)) return undefined
  const path = keptValuesPath(file)
  const warn = (error: unknown): void => log.warn({ err: error, task: file }, 'task values could not be saved')
  return new KeptValues({ items, card, path, clock, warn }, await readKeptValues(card, path))
}
