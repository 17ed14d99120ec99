import type { Texts } from '../../texts/messages.ts'

/** What the service says of a formula, in the user's words; null where it says something else. */
export const formulaProblem = ({ computed }: Texts, message: string): string | null => {
  const position = /at character (\d+)/.exec(message)?.[1]
  if (position !== undefined) return computed.wrongAt({ place: position })
  const unknown = /#(\d+) is no parameter/.exec(message)?.[1]
  if (unknown !== undefined) return computed.unknownParam({ id: unknown })
  const text = /#(\d+) is a text/.exec(message)?.[1]
  if (text !== undefined) return computed.textParam({ id: text })
  if (message.includes('at least one parameter')) return computed.noParam
  if (message.includes('needs itself')) return computed.circle
  return message.includes('need each other') ? computed.deviceCircle : null
}
