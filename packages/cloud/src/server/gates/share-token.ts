import { Refusal } from '@busbar/wire/server'
import { tokenHash } from '../../accounts/access/secrets.ts'
import type { ShareLink } from '../../accounts/access/shared-contents.ts'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import type { Entry } from '../../accounts/call.ts'
import { sourceOf } from '../../accounts/sessions/guess-limits.ts'
import type { GateNeeds } from '../call.ts'

const scheme = 'share '
const wellFormed = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** However soon it is known that a link opens nothing. */
const refusalMs = 1000

/** Returns the unvalidated token after `share`; undefined if the header has another scheme. */
export const shareTokenOf = (header: string): string | undefined =>
  header.startsWith(scheme) ? header.slice(scheme.length) : undefined

/** Lookups under way: a page that asks many things at once makes one try. */
export type LinkLookups = Map<string, Promise<ShareLink | null>>

type LinkNeeds = Pick<GateNeeds, 'clock' | 'guesses' | 'shareLinks'>

/** Authenticates a share link. Unknown, revoked, expired and malformed tokens get the same response after the same time. */
export const enterByLink = async (
  needs: LinkNeeds,
  from: string,
  token: string,
  lookups: LinkLookups,
): Promise<Entry> => {
  const link = needs.shareLinks.known(token) ?? (await lookUp(needs, from, token, lookups))
  const shared = { link, contents: await needs.shareLinks.contents(link) }
  return { token, shared, caller: null, orgId: link.orgId, role: null }
}

const lookUp = async (needs: LinkNeeds, from: string, token: string, lookups: LinkLookups): Promise<ShareLink> => {
  const { clock } = needs
  const beganMs = clock.now()
  const key = `${sourceOf(from)} ${token}`
  const lookup = lookups.get(key) ?? findCounted(needs, from, token)
  lookups.set(key, lookup)
  try {
    const link = await lookup
    if (link !== null) return link
  } finally {
    lookups.delete(key)
  }
  await new Promise<void>((resolve) => clock.after(Math.max(0, beganMs + refusalMs - clock.now()), resolve))
  throw new Refusal('IncorrectAuthToken', 'The share link is unknown, was revoked or has expired.')
}

/** Counted as a guess until it was right. Who guesses at one link from many places gains nothing. */
const findCounted = async (
  { guesses, shareLinks }: LinkNeeds,
  from: string,
  token: string,
): Promise<ShareLink | null> => {
  const name = `share ${tokenHash(token).toString('hex')}`
  const { waitMs, wasRight } = guesses.begin(from, name, { nameMost: null })
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const link = wellFormed.test(token) ? await shareLinks.find(token) : null
  if (link !== null) wasRight()
  return link
}
