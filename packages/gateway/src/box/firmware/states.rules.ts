/** Current phase of the downloader. */
export type Phase = 'idle' | 'asking' | 'checking card' | 'fetching' | 'checking sum' | 'checking fit' | 'saving'

export interface UpdateFacts {
  readonly card: { readonly isInserted: boolean; readonly isMounted: boolean }
  readonly phase: Phase
  /** Version numbers; null for none. */
  readonly available: number | null
  readonly saved: number | null
  readonly current: number
}

const withoutCard = ({ isInserted, isMounted }: UpdateFacts['card']): 'CARD_ABSENT' | 'CARD_NOT_READY' | null => {
  if (!isInserted) return 'CARD_ABSENT'
  return isMounted ? null : 'CARD_NOT_READY'
}

/** `fwUpdate.updateState`: the release on the card, compared with the running one. */
export const updateState = ({ card, phase, saved, current }: UpdateFacts) => {
  const absent = withoutCard(card)
  if (absent !== null) return absent
  if (phase === 'checking card') return 'CARD_FILES_CHECKING'
  if (saved === null) return 'SAVED_FILE_UNKNOWN'
  return saved > current ? 'CARD_FILE_UPDATED_READY' : 'FILE_VERSION_MATCHES_ACTIVE'
}

const downloading = {
  asking: 'DOWNLOADER_BUSY',
  'checking card': 'CARD_FILES_CHECKING',
  fetching: 'SERVER_FILE_DOWNLOADING',
  'checking sum': 'DOWNLOADED_FILE_CHECKING_INTEGRITY',
  'checking fit': 'DOWNLOADED_FILE_CHECKING_APPLICABILITY',
  saving: 'DOWNLOADED_FILE_SAVING',
} as const

/** `fwUpdate.downloadState`: the release of the server, compared with the card and the running one. */
export const downloadState = ({ card, phase, available, saved, current }: UpdateFacts) => {
  const absent = withoutCard(card)
  if (absent !== null) return absent
  if (phase !== 'idle') return downloading[phase]
  if (available === null) return 'SERVER_FILE_UNKNOWN'
  return available > Math.max(saved ?? 0, current) ? 'SERVER_FILE_UPDATED_READY' : 'SERVER_FILE_VERSION_MATCHES_SAVED'
}

const hourMs = 3_600_000

/** Download time of a release found at `foundMs`: the next hour that is a multiple; 0 at once. */
export const fetchAtMs = (foundMs: number, everyHours: number): number =>
  everyHours === 0 ? foundMs : Math.ceil(foundMs / (everyHours * hourMs)) * everyHours * hourMs

/** Pause after a request of this duration, so that downloads use `ratio` percent of the time. */
export const restAfterMs = (tookMs: number, ratio: number): number => tookMs * (100 / ratio - 1)
