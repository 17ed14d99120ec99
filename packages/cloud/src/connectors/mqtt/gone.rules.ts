import type { ConnectedDevice } from '../directory.sql.ts'
import type { Topics } from './topics.rules.ts'

/** Topics of devices and networks that were there before, under these names, and are no longer. */
export const goneTopics = (
  before: Iterable<ConnectedDevice>,
  after: readonly ConnectedDevice[],
  topics: Topics,
): string[] => {
  const [paths, nets] = [new Set(after.map(({ net, slug }) => `${net}/${slug}`)), new Set(after.map(({ net }) => net))]
  const gone = new Set<string>()
  for (const { net, slug, params } of before) {
    const place = { net, device: slug }
    if (!nets.has(net)) gone.add(topics.net(net))
    if (paths.has(`${net}/${slug}`)) continue
    gone.add(topics.device(place)).add(topics.state(place))
    for (const param of params.values()) gone.add(topics.param(place, param.slug))
  }
  return [...gone]
}
