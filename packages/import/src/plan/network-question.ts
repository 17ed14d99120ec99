import type { Draft } from './draft.ts'
import { type PlannedNet, type Protocol, protocols } from './plan.ts'

/** A network for a gateway that is bound later. */
const laterGateway = 'gateway'

const addressForm =
  /^(?:(modbustcp|rtu-over-tcp|ascii-over-tcp):\/\/)?(\[[0-9a-f:]+\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/i

/** An address that a person typed, such as `192.0.2.7:502` or `rtu-over-tcp://plc.example`. */
const addressOf = (text: string): { protocol: Protocol; host: string; port: number } | null => {
  const [, protocol, host = '', port = '502'] = addressForm.exec(text.trim()) ?? []
  if (host === '' || host.toLowerCase() === laterGateway || Number(port) < 1 || Number(port) > 65_535) return null
  const known = protocols.find((one) => one === protocol?.toLowerCase()) ?? 'modbustcp'
  return { protocol: known, host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

/** Asks where devices are that the file puts on a serial line, or nowhere; null while not known. */
export const askNetwork = (draft: Draft, key: string, name: string, timeoutMs: number | null): PlannedNet | null => {
  const plain = { key, name, existingId: null, protocol: 'modbustcp', host: null, port: 502, timeoutMs } as const
  if (draft.context.isTemplatesOnly) return plain
  const answer = draft.ask({
    id: `network:${key}`,
    code: 'network',
    args: { name },
    choices: [
      ...draft.context.nets.map((net) => ({ value: `net:${net.id}`, label: net.name })),
      { value: laterGateway, label: laterGateway },
    ],
    isFree: true,
    isAnswer: (text) => addressOf(text) !== null,
  })
  if (answer === null) return null
  if (answer === laterGateway) return plain
  const existing = draft.context.nets.find(({ id }) => answer === `net:${id}`)
  if (existing !== undefined) return { ...plain, name: existing.name, existingId: existing.id }
  const address = addressOf(answer)
  return address === null ? null : { ...plain, ...address }
}

/** A unit id that the file does not give; null while not known. */
export const askUnit = (draft: Draft, key: string, name: string): number | null => {
  if (draft.context.isTemplatesOnly) return 1
  const isAnswer = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 255
  const answer = draft.ask({ id: `unit:${key}`, code: 'unit', args: { name }, isFree: true, isAnswer })
  return answer === null ? null : Number(answer)
}
