/** Names of topics. Slugs have an alphabet that is safe in them. */

export interface DeviceTopic {
  net: string
  device: string
}

export const topicsOf = (root: string) => ({
  service: `${root}/$state`,
  net: (net: string): string => `${root}/${net}/$state`,
  state: ({ net, device }: DeviceTopic): string => `${root}/${net}/${device}/$state`,
  device: ({ net, device }: DeviceTopic): string => `${root}/${net}/${device}`,
  history: ({ net, device }: DeviceTopic): string => `${root}/${net}/${device}/history`,
  param: ({ net, device }: DeviceTopic, param: string): string => `${root}/${net}/${device}/${param}`,
  set: ({ net, device }: DeviceTopic, param: string): string => `${root}/${net}/${device}/${param}/set`,
  result: ({ net, device }: DeviceTopic, param: string): string => `${root}/${net}/${device}/${param}/set/result`,
  alert: (slug: string): string => `${root}/$alerts/${slug}`,
  test: `${root}/$test`,
  /** Every command. */
  commands: `${root}/+/+/+/set`,
})
export type Topics = ReturnType<typeof topicsOf>

/** Returns the parameter of a command's topic; null for other topics. */
export const commandOf = (
  root: string,
  topic: string,
): { path: string; deviceTopic: DeviceTopic; param: string } | null => {
  if (!topic.startsWith(`${root}/`)) return null
  const [net, device, param, word, ...more] = topic.slice(root.length + 1).split('/')
  if (net === undefined || device === undefined || param === undefined || word !== 'set' || more.length > 0) return null
  return { path: `${net}/${device}/${param}`, deviceTopic: { net, device }, param }
}
