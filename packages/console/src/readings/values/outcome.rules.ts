import type { AnswerOf } from '../../data/api/api-query.ts'

type WriteReply = AnswerOf<'writing', 'write'>

/** What became of a written value: only after `done` it is sure to be there, and only after `refused` it is sure not to be. */
export type WriteOutcome =
  | { kind: 'done'; newValue: string; shown: string }
  | { kind: 'unclear'; why: string }
  | { kind: 'refused'; why: string }

const unclear = 'unclear:'

export const outcomeOf = (reply: WriteReply): WriteOutcome => {
  if ('ok' in reply) return { kind: 'done', newValue: reply.ok.newValue, shown: reply.ok.formattedValue }
  const { err } = reply
  if (err.startsWith(unclear)) return { kind: 'unclear', why: err.slice(unclear.length).trim() }
  return { kind: 'refused', why: err }
}

/** Whether a request that failed may have reached the device: no answer came, or none that can be read. */
export const isMaybeDone = ({ code, status }: { code: string; status: number }): boolean =>
  status === 0 || status >= 500 || code === 'Unreadable'
