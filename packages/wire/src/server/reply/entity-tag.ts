/** Whether a client that says what it has (If-None-Match) has this: compared weakly, as RFC 9110 wants it there. */
export const isTagIn = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false
  const opaque = (one: string): string => one.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag))
}
