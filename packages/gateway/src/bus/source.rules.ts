/** Sources of requests on the line. */
export const sources = ['cloud', 'tcp', 'task', 'api', 'search', 'identify', 'other'] as const
export type Source = (typeof sources)[number]

/** The kind of asker, by the name in which its turns are counted. */
export const sourceOf = (by: string): Source => {
  if (by === 'call-back') return 'cloud'
  if (by === 'search' || by === 'identify') return by
  if (by.startsWith('task ')) return 'task'
  if (by.startsWith('tcp ')) return 'tcp'
  return by.startsWith('session ') || by.startsWith('guest ') ? 'api' : 'other'
}
