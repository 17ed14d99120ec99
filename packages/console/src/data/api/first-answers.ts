/** Questions that were asked before the program was there to ask them, by their address. Each is answered once. */
const prefetched = new Map<string, Promise<Response>>()

/** Longer than any page takes to ask; later it would be old. */
const prefetchedMs = 10_000

const ownHeaders = (token: string): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `token ${token}`,
})

/** Asks while the rest is still being loaded. */
export const prefetch = (path: string, token: string): Promise<Response> => {
  const answer = fetch(path, { headers: ownHeaders(token) })
  prefetched.set(path, answer)
  // The caller that uses the answer handles its error.
  answer.catch(() => {})
  setTimeout(() => prefetched.delete(path), prefetchedMs)
  return answer
}

/** As `fetch`, but for what has been asked already. Any change that is sent makes the rest of it old. */
export const fetchOrPrefetched: typeof fetch = (input, init) => {
  const isGet = (init?.method ?? 'GET') === 'GET'
  if (!isGet) prefetched.clear()
  const first = isGet && typeof input === 'string' ? prefetched.get(input) : undefined
  if (first === undefined || typeof input !== 'string') return fetch(input, init)
  prefetched.delete(input)
  return first
}
