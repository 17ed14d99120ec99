import type { Clock } from '@busbar/kit'
import { passes, type ReceivedMessage } from '@busbar/mqtt'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { CommandRate, type MqttCommand, numberOfLabel, parseCommand } from './commands.rules.ts'
import { commandOf, topicsOf } from './topics.rules.ts'

/** Result of a write, as the API operation returns it. */
type WriteOutcome = ({ ok: { oldValue?: string | null; newValue: string } } | { err: string }) & { auditPending?: true }

/** Writes a value as any other write is made: checked, recorded, sent once. */
export type WriteByMessage = (
  paramId: number,
  value: string,
  why: { topic: string; id: string | null },
) => Promise<WriteOutcome>

interface CommandHandlerOptions {
  root: string
  filters: readonly string[]
  clock: Clock
  now: () => Date
  write: WriteByMessage
  find: (net: string, device: string, param: string) => { device: ConnectedDevice; param: ConnectedParam } | null
  answer: (topic: string, payload: string) => void
}

const rate = { burst: 20, perSec: 10 }

/**
 * Executes commands that arrive as messages. Each is executed at most once; its result is published and never retried.
 */
export class CommandHandler {
  readonly #options: CommandHandlerOptions
  readonly #rate: CommandRate
  readonly #underWay = new Set<number>()
  /** How many were handed on. */
  count = 0

  constructor(options: CommandHandlerOptions) {
    this.#options = options
    this.#rate = new CommandRate(options.clock.now(), rate)
  }

  async handle(message: ReceivedMessage): Promise<void> {
    const { root } = this.#options
    const command = commandOf(root, message.topic)
    // A retained command was sent earlier, and its sender no longer waits for a response.
    if (command === null || message.isRetained) return
    const parsed = parseCommand(message.payload)
    const id = 'ok' in parsed ? parsed.ok.id : null
    const result = 'err' in parsed ? parsed : await this.#execute(message, command, parsed.ok)
    const defaultTopic = topicsOf(root).result(command.deviceTopic, command.param)
    const responseTopic = message.responseTopic
    // Other response topics would let anyone publish through this connector.
    const topic =
      responseTopic?.startsWith(`${root}/`) === true && !/[+#]/.test(responseTopic) ? responseTopic : defaultTopic
    this.#options.answer(topic, JSON.stringify({ ...(id !== null && { id }), ...result }))
  }

  async #execute(
    { topic, isDuplicate }: ReceivedMessage,
    { path, deviceTopic, param: slug }: NonNullable<ReturnType<typeof commandOf>>,
    { value, id, until }: MqttCommand,
  ): Promise<object> {
    const { filters, clock, now, find, write } = this.#options
    if (isDuplicate) return { err: 'Delivered twice: it is not done again.' }
    if (!filters.some((filter) => passes(filter, path))) return { err: 'This parameter is not written by messages.' }
    const target = find(deviceTopic.net, deviceTopic.device, slug)
    if (target === null) return { err: 'There is no such parameter.' }
    if (until !== null && now().getTime() > until) return { err: 'Too late: its time is over.' }
    if (!this.#rate.take(clock.now())) return { err: 'Too many commands: at most 10 a second.' }
    const { param } = target
    if (this.#underWay.has(param.id)) return { err: 'Another command for this parameter is under way.' }
    this.#underWay.add(param.id)
    this.count += 1
    try {
      const written = await write(param.id, numberOfLabel(param.labels, value), { topic, id })
      if ('err' in written) return written
      const { ok, ...audit } = written
      const { oldValue = null, newValue } = ok
      return { ok: true, oldValue, newValue, ...audit }
    } catch {
      return { err: 'unclear: something went wrong on our side.' }
    } finally {
      this.#underWay.delete(param.id)
    }
  }
}
