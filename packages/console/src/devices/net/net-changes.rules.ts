import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'

type Net = Pick<AnswerOf<'nets', 'get'>, 'mac' | 'ip' | 'port' | 'protocol'>
type NetChanges = Omit<RequestOf<'nets', 'change'>, 'netId'>

/**
 * What the form asks to be changed. An address that is as it was is left out, so that the connection stays; a network that
 * calls in has none.
 */
export const netChangesOf = (text: (name: string) => string, net: Net): NetChanges => {
  const about = text('description').trim()
  const ip = text('ip').trim()
  const port = Number(text('port'))
  const isMoved = net.mac === undefined && (ip !== net.ip || port !== net.port)
  return {
    name: text('name'),
    slug: text('slug'),
    description: about === '' ? null : about,
    ...(net.mac === undefined && text('protocol') !== net.protocol && { protocol: text('protocol') }),
    ...(isMoved && { connection: { kind: 'direct', ip, port } }),
  }
}
