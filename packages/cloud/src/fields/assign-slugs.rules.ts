import { freeSlug, slugFrom } from './slugs.rules.ts'

/** A chosen slug, or a name from which to derive one. */
export interface SlugRequest {
  slug?: string | undefined
  name: string
}

/**
 * Assigns a slug to each request, or returns the index of the first request whose chosen slug is taken. Chosen slugs
 * take precedence.
 */
export const assignSlugs = (
  requests: readonly SlugRequest[],
  taken: Iterable<string>,
): { slugs: string[] } | { takenAt: number } => {
  const used = new Set(taken)
  for (const [index, { slug }] of requests.entries()) {
    if (slug === undefined) continue
    if (used.has(slug)) return { takenAt: index }
    used.add(slug)
  }
  const slugs = requests.map(({ slug, name }) => {
    if (slug !== undefined) return slug
    const newSlug = freeSlug(slugFrom(name), (one) => used.has(one))
    used.add(newSlug)
    return newSlug
  })
  return { slugs }
}

/** Returns patterns for `like` that match every slug with which the requests may collide. */
export const slugPatterns = (requests: readonly SlugRequest[]): string[] => [
  ...new Set(requests.map(({ slug, name }) => slug ?? `${slugFrom(name).slice(0, 50)}%`)),
]
