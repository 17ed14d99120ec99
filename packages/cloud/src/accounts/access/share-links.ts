import { createHash } from 'node:crypto'
import type { Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { sourceOf } from '../sessions/guess-limits.ts'
import type { DatabaseCache } from './forgetting-database.ts'
import { NotifyInvalidatedCache } from './notify-invalidated-cache.ts'
import { tokenHash } from './secrets.ts'
import { findShareLink, noteLinkOpening, noteLinkUse, sweepShareLinks } from './share-links.sql.ts'
import type { ContentsOf, SharedContents, ShareLink } from './shared-contents.ts'

export interface ShareLinksOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  contentsOf: ContentsOf
}

interface CachedLink extends ShareLink {
  endsAtMs: number
  /** When its use was last written down. */
  notedAtMs: number
}

const knownMax = 10_000
const noteEveryMs = 60_000
const sweptAfterMs = 30 * 86_400_000
/** From how many places a link was opened is counted as far as this. */
const placesMax = 100
const placeBytes = 8
/**
 * Triggers in the database send a notification for every deleted link and for every shared object whose contents
 * change.
 */
const [endTopic, changeChannel] = ['share_link_ended', 'busbar_shared_object_changed'] as const

/**
 * Links that were shared. Those in use are kept in memory, as long as the database can tell which are gone, as sessions are. What a
 * link opens is asked each time: it is what its object shows at that moment.
 */
export class ShareLinks {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #contentsOf: ContentsOf
  readonly #known: NotifyInvalidatedCache<CachedLink>
  #onChanged: (orgId: number | null) => void = () => {}
  #unlisten: () => Promise<void> = async () => {}

  constructor({ sql, clock, now, contentsOf }: ShareLinksOptions) {
    this.#sql = sql
    this.#clock = clock
    this.#now = now
    this.#contentsOf = contentsOf
    this.#known = new NotifyInvalidatedCache({ sql, topic: endTopic, max: knownMax })
    this.#known.onInvalidated(() => this.#onChanged(null))
  }

  async start(): Promise<void> {
    await this.#known.start()
    const all = (): void => this.#onChanged(null)
    this.#unlisten = await this.#sql.listen(changeChannel, (orgId) => this.#onChanged(Number(orgId)), all, all)
  }

  async stop(): Promise<void> {
    await this.#unlisten()
    await this.#known.stop()
  }

  /** Calls when a link is gone or an object of an organization shows something else; with null when that may have been missed. */
  onChanged(listener: (orgId: number | null) => void): void {
    this.#onChanged = listener
  }

  /** The cache that a transaction invalidates when it changes links. */
  get cache(): DatabaseCache {
    return this.#known
  }

  /** A link that is in use; undefined where the database has to be asked. */
  known(token: string): ShareLink | undefined {
    const link = this.#known.get(nameOf(token))
    return link === undefined || this.#isOver(link) ? undefined : this.#used(link)
  }

  /** Null when it is unknown, was revoked or has expired. */
  async find(token: string): Promise<ShareLink | null> {
    const link = this.#known.get(nameOf(token)) ?? (await this.#known.read(nameOf(token), () => this.#stored(token)))
    return link === null || this.#isOver(link) ? null : this.#used(link)
  }

  contents({ orgId, object }: ShareLink): Promise<SharedContents> {
    return this.#contentsOf(orgId, object)
  }

  /** Its page is opened. */
  async noteOpening({ id }: ShareLink, address: string): Promise<void> {
    const place = createHash('sha256')
      .update(`${id} ${sourceOf(address)}`)
      .digest()
      .subarray(0, placeBytes)
    await noteLinkOpening(this.#sql, id, this.#now(), place, placesMax)
  }

  /** Removes from the database what has ended long ago. */
  async sweep(): Promise<void> {
    await sweepShareLinks(this.#sql, new Date(this.#now().getTime() - sweptAfterMs))
  }

  /** Both clocks are checked because the wall clock may be set back. */
  #isOver({ endsAtMs, expiresOn }: CachedLink): boolean {
    return endsAtMs <= this.#clock.now() || expiresOn <= this.#now()
  }

  #used(link: CachedLink): ShareLink {
    const nowMs = this.#clock.now()
    if (nowMs - link.notedAtMs >= noteEveryMs) {
      link.notedAtMs = nowMs
      const now = this.#now()
      // Not awaited: viewing must not depend on recording the use.
      noteLinkUse(this.#sql, link.id, now, new Date(now.getTime() - noteEveryMs)).catch(() => {})
    }
    return link
  }

  async #stored(token: string): Promise<CachedLink | null> {
    const link = await findShareLink(this.#sql, tokenHash(token))
    if (link === undefined) return null
    const leftMs = link.expiresOn.getTime() - this.#now().getTime()
    return leftMs <= 0 ? null : { ...link, endsAtMs: this.#clock.now() + leftMs, notedAtMs: Number.NEGATIVE_INFINITY }
  }
}

const nameOf = (token: string): string => tokenHash(token).toString('hex')
