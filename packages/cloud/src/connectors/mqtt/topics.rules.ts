/** Names of topics. Slugs have an alphabet that is safe in them. */

export interface Place {
  net: string
  device: string
}

export const topicsOf = (root: string) => ({
  service: `${root}/$state`,
  net: (net: string): string => `${root}/${net}/$state`,
  state: ({ net, device }: Place): string => `${root}/${net}/${device}/$state`,
  device: ({ net, device }: Place): string => `${root}/${net}/${device}`,
  history: ({ net, device }: Place): string => `${root}/${net}/${device}/history`,
  param: ({ net, device }: Place, param: string): string => `${root}/${net}/${device}/${param}`,
  set: ({ net, device }: Place, param: string): string => `${root}/${net}/${device}/${param}/set`,
  result: ({ net, device }: Place, param: string): string => `${root}/${net}/${device}/${param}/set/result`,
  alert: (alertId: number): string => `${root}/$alerts/a${alertId}`,
  test: `${root}/$test`,
  /** Every command. */
  commands: `${root}/+/+/+/set`,
})
export type Topics = ReturnType<typeof topicsOf>

/** Whether a filter of MQTT lets a path pass: `+` is one level, `#` all the rest. */
export const passes = (filter: string, path: string): boolean => {
  const [wanted, given] = [filter.split('/'), path.split('/')]
  for (const [place, level] of wanted.entries()) {
    if (level === '#') return place <= given.length
    if (place >= given.length || (level !== '+' && level !== given[place])) return false
  }
  return wanted.length === given.length
}

/** Of which parameter a command speaks; null where the topic is none. */
export const commandOf = (root: string, topic: string): { path: string; place: Place; param: string } | null => {
  if (!topic.startsWith(`${root}/`)) return null
  const [net, device, param, word, ...more] = topic.slice(root.length + 1).split('/')
  if (net === undefined || device === undefined || param === undefined || word !== 'set' || more.length > 0) return null
  return { path: `${net}/${device}/${param}`, place: { net, device }, param }
}
